import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import { Claims } from './claims.js';

type Place = { readonly id: number };
const failed = () => Promise.reject(new Error('A row was refused.'));
const look = async () => [1, 2, 3, 4].map((id) => ({ id }));

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a claim that fails', () => {
  it('takes all but what is refused, tells of that, and passes over it for a minute', async () => {
    const claims = new Claims<Place>(({ id }) => `${id} could not be taken.`);
    const told: string[] = [];
    const claim = (some: readonly Place[]) => (some.some(({ id }) => id === 2) ? failed() : Promise.resolve(some));
    const onError = (error: unknown) => told.push((error as Error).message);
    expect(await claims.rows(failed, { look, claim, onError })).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }]);
    expect(told).toEqual(['2 could not be taken.']);
    expect(claims.passed()).toEqual([2]);
    const now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now + 61_000);
    expect(claims.passed()).toEqual([]);
  });

  it('gives what it has taken to whoever asked, where the store goes away before its end', async () => {
    const claims = new Claims<Place>(() => 'refused');
    const away = new DomainError('unavailable', 'away');
    const told: unknown[] = [];
    const claim = async (some: readonly Place[]) => {
      if (some.length > 2) throw new Error('A row was refused.');
      if (some.some(({ id }) => id > 2)) throw away;
      return some;
    };
    const onError = (error: unknown) => told.push(error);
    expect(await claims.rows(failed, { look, claim, onError })).toEqual([{ id: 1 }, { id: 2 }]);
    expect([told, claims.passed()]).toEqual([[away], []]);
  });

  it('because the store is away fails as it is', async () => {
    const claims = new Claims<Place>(() => 'refused');
    const away = new DomainError('unavailable', 'away');
    const nothing = { look, claim: failed, onError: () => {} };
    await expect(claims.rows(() => Promise.reject(away), nothing)).rejects.toBe(away);
    expect(claims.passed()).toEqual([]);
  });
});
