import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@mailroom/database';
import { RateLimitRepository, type RateLimit, type Slice } from '@mailroom/identity';
import { createTestDatabase, fail, until, type TestDatabase } from '@mailroom/testing';
import { RateLimiter, RateLimitOptions } from '../src/index.js';
import { rateLimitHeaders } from '../src/rate-limit/rate-limit.headers.js';

/** The real repository, which also counts how often it is asked. */
class CountedBuckets extends RateLimitRepository {
  asked = 0;

  override take(principalId: string, wanted: number, limit: RateLimit): Promise<Slice> {
    this.asked += 1;
    return super.take(principalId, wanted, limit);
  }
}

let testDatabase: TestDatabase;
let databases: Database[];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  databases = Array.from({ length: 3 }, () => new Database({ url: testDatabase.url, poolSize: 3 }));
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await testDatabase.drop();
});

let tokens = 0;

/** Creates three processes that share only the database, and a token that none of them knows yet. */
function replicas(limit: RateLimit) {
  const principalId = `token:${(tokens += 1)}`;
  const buckets = databases.map((database) => new CountedBuckets(database));
  const limiters = buckets.map((own) => new RateLimiter(own, new RateLimitOptions(limit, fail)));
  const admitted = async (limiter: RateLimiter) => (await limiter.take(principalId))?.admitted === true;
  return { principalId, buckets, limiters, admitted };
}

describe('three replicas together', () => {
  /** The rate is so slow that the bucket gains nothing during the test, and no slice expires. */
  const still = { requestsPerSecond: 0.0001, burst: 100 };

  it('admit the burst and not one more, however it is spread over them', async () => {
    const { limiters, admitted } = replicas(still);
    let total = 0;
    const ask = async (count: number) => {
      const answers = Array.from({ length: count }, (_, n) => limiters[n % 3]).flatMap((limiter) => limiter ?? []);
      const outcomes = await Promise.all(answers.map(admitted));
      total += outcomes.filter(Boolean).length;
    };
    for (let round = 0; round < 20; round += 1) await ask(3);
    await ask(300);
    // Whoever has a slice spends the rest of it.
    for (let round = 0; round < 20; round += 1) await ask(3);
    expect(total).toBe(100);
  });

  it('over-admit at most 5 % of what the rate allows, while all ask as fast as they can', async () => {
    const limit = { requestsPerSecond: 200, burst: 40 };
    const { limiters, admitted } = replicas(limit);
    let total = 0;
    let denied = 0;
    const begunAt = performance.now();
    const hammer = async (limiter: RateLimiter) => {
      while (total < 300) {
        const outcomes = await Promise.all(Array.from({ length: 10 }, () => admitted(limiter)));
        total += outcomes.filter(Boolean).length;
        denied += outcomes.filter((outcome) => !outcome).length;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await Promise.all(limiters.map(hammer));
    const seconds = (performance.now() - begunAt) / 1_000;
    expect(total).toBeLessThanOrEqual(1.05 * (limit.burst + limit.requestsPerSecond * seconds));
    expect(denied).toBeGreaterThan(0);
  });

  it('forget nothing that the others have spent', async () => {
    const { limiters, admitted } = replicas({ ...still, burst: 4 });
    const [first, second, third] = limiters;
    if (!first || !second || !third) throw new Error('There are three.');
    expect(await Promise.all([admitted(first), admitted(first), admitted(second), admitted(second)])).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(await admitted(third)).toBe(false);
  });
});

describe('a limiter', () => {
  it('looks into the database once for all that wait, and not for each', async () => {
    const { limiters, buckets, admitted } = replicas({ requestsPerSecond: 1_000, burst: 500 });
    const [limiter] = limiters;
    if (!limiter) throw new Error('There are three.');
    const outcomes = await Promise.all(Array.from({ length: 300 }, () => admitted(limiter)));
    expect(outcomes.every(Boolean)).toBe(true);
    expect(buckets[0]?.asked).toBeLessThanOrEqual(2);
  });

  it('asks an empty bucket no more than a few times, and finds what was filled in', async () => {
    const { limiters, buckets, admitted } = replicas({ requestsPerSecond: 20, burst: 2 });
    const [limiter] = limiters;
    if (!limiter) throw new Error('There are three.');
    await Promise.all([admitted(limiter), admitted(limiter)]);
    const asked = buckets[0]?.asked ?? 0;
    await Promise.all(Array.from({ length: 500 }, () => admitted(limiter)));
    expect((buckets[0]?.asked ?? 0) - asked).toBeLessThan(5);
    await until(() => admitted(limiter));
  });

  it('keeps the quotas of two tokens apart', async () => {
    const limit = { requestsPerSecond: 0.0001, burst: 1 };
    const { limiters, principalId } = replicas(limit);
    const [limiter] = limiters;
    expect((await limiter?.take(principalId))?.admitted).toBe(true);
    expect(await limiter?.take(principalId)).toMatchObject({
      admitted: false,
      remaining: 0,
      retryAfterSeconds: 10_000,
    });
    expect((await limiter?.take(`token:${(tokens += 1)}`))?.admitted).toBe(true);
  });

  it('admits everything while the database is away, and says so', async () => {
    const away = new Database({ url: 'postgres://nobody@127.0.0.1:1/none' });
    const errors: unknown[] = [];
    const options = new RateLimitOptions({ requestsPerSecond: 1, burst: 1 }, (error) => errors.push(error));
    const limiter = new RateLimiter(new RateLimitRepository(away), options);
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => limiter.take('token:1')));
    expect(verdicts.map((verdict) => verdict?.admitted)).toEqual([true, true, true, true, true]);
    expect(errors[0]).toMatchObject({ code: 'unavailable' });
    await away.close();
  });

  it('without a limit asks nobody', async () => {
    const limiter = new RateLimiter(
      new RateLimitRepository(new Database({ url: 'postgres://nobody@127.0.0.1:1/none' })),
    );
    expect(await limiter.take('token:1')).toBeNull();
  });
});

describe('the headers', () => {
  it('say the policy and what remains of it', () => {
    const verdict = { admitted: true, remaining: 57, resetSeconds: 1, retryAfterSeconds: 1 };
    expect(rateLimitHeaders({ requestsPerSecond: 50, burst: 100 }, verdict)).toEqual({
      'ratelimit-policy': '"token";q=100;w=2',
      ratelimit: '"token";r=57;t=1',
    });
  });
});
