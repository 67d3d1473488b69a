import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTokenText } from '@mailroom/identity';
import { ApiClient, startOwnMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

const LOOPS = 10;

/** Ten clients guess as fast as they can until `work` is done. */
async function whileGuessing<T>(guess: () => Promise<Answer>, work: () => Promise<T>) {
  const guesses: Answer[] = [];
  let done = false;
  const loops = Array.from({ length: LOOPS }, async () => {
    do guesses.push(await guess());
    while (!done);
  });
  // By now every address that will be held up is held up.
  while (guesses.length < 300) await guess();
  const result = await work().finally(() => (done = true));
  await Promise.all(loops);
  return { guesses, result };
}

const limits = { RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '5000' };
let mailroom: Mailroom;
const direct = () => mailroom.apiUrls[0] ?? '';
const from = (address: string) => ({ 'x-forwarded-for': address });
const damaged = () => createTokenText('mrt_').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
/** Tokens that the process has not seen yet, each used once. */
async function firstUses(headers: Record<string, string> = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let use = 0; use < 5; use += 1) {
    const { api } = await mailroom.mailbox();
    statuses.push((await new ApiClient(direct(), api.token).call('GET', '/me', undefined, headers)).status);
  }
  return statuses;
}
const guessing = (text: () => string, headers: Record<string, string> = {}) => {
  return () => new ApiClient(direct(), text()).call('GET', '/me', undefined, headers);
};
const typesOf = (guesses: Answer[]) => new Set(guesses.map(({ body }) => body.error.type as string));
const allIn = [200, 200, 200, 200, 200];

describe('behind a proxy that is not trusted, ten clients that guess', () => {
  beforeAll(async () => {
    mailroom = await startOwnMailroom(limits, { apps: ['mailbox-api'] });
  });
  afterAll(() => mailroom.close());

  it('with text that is no token cost nothing, and count for nothing', async () => {
    const { guesses, result } = await whileGuessing(guessing(damaged), () => firstUses());
    expect(result).toEqual(allIn);
    expect(typesOf(guesses)).toEqual(new Set(['invalid_token']));
  });

  it('with tokens that could be real have to wait, and lock out none that is', async () => {
    const { guesses, result } = await whileGuessing(
      guessing(() => createTokenText('mrt_'), from('203.0.113.9')),
      () => firstUses(from('198.51.100.1')),
    );
    expect(result).toEqual(allIn);
    expect(typesOf(guesses)).toContain('rate_limited');
  });
});

describe('behind a proxy that is trusted', () => {
  beforeAll(async () => {
    mailroom = await startOwnMailroom({ ...limits, TRUSTED_PROXIES: '127.0.0.0/8' }, { apps: ['mailbox-api'] });
  });
  afterAll(() => mailroom.close());

  it('each client has to wait for its own guesses alone', async () => {
    const guess = guessing(() => createTokenText('mrt_'), from('192.0.2.7, 203.0.113.9'));
    const { guesses, result } = await whileGuessing(guess, () => firstUses(from('198.51.100.1')));
    expect(result).toEqual(allIn);
    expect(typesOf(guesses)).toContain('rate_limited');
    const wrong = guessing(() => createTokenText('mrt_'), from('198.51.100.1'));
    expect((await wrong()).status).toBe(401);
    expect((await guess()).status).toBe(429);
  });
});
