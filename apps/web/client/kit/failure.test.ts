import { describe, expect, it } from '@jest/globals';
import { MailroomError } from '@mailroom/client';
import { failureOf } from './failure.js';

const failed = (status: number) => new MailroomError('a_type', 'It failed.', { status });

describe('a question that failed', () => {
  it('is told where nothing is known', () => {
    const error = failed(503);
    expect(failureOf({ data: undefined, error })).toBe(error);
    expect(failureOf({ data: undefined, error: null })).toBeNull();
  });

  it.each([0, 429, 500, 502, 503])('leaves what is known if it failed with %d, which passes', (status) => {
    expect(failureOf({ data: {}, error: failed(status) })).toBeNull();
  });

  it.each([401, 403, 404, 410])('takes the place of what is known if it failed with %d, which stays', (status) => {
    const error = failed(status);
    expect(failureOf({ data: {}, error })).toBe(error);
  });
});
