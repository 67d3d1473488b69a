import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { Database, isStoreAway, mayHaveCommitted, type Tx } from '../src/index.js';

let test: TestDatabase;
let database: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 2 });
});
afterEach(async () => {
  await database.close();
  await test.drop();
});

/** How a failure is told apart: 503 or 500 for a client, what others may try meanwhile, and whether it is known to be void. */
async function meaningOf(failing: Promise<unknown>) {
  const error: unknown = await failing.then(
    () => new Error('It did not fail.'),
    (cause: unknown) => cause,
  );
  const isUnavailable = error instanceof Object && 'code' in error && error.code === 'unavailable';
  return { isUnavailable, isStoreAway: isStoreAway(error), mayHaveCommitted: mayHaveCommitted(error) };
}

/** A transaction that goes on after its time is over. */
const expiring = (meanwhile: () => Promise<unknown>) =>
  database.use((client) =>
    client.$transaction(
      async (tx) => {
        await tx.tenant.count();
        await sleep(200);
        await meanwhile();
        await tx.tenant.count();
      },
      { timeout: 50 },
    ),
  );

describe('a transaction of Prisma', () => {
  it('that gets no connection finds the database away', async () => {
    let letGo = () => {};
    const mayGo = new Promise<void>((resolve) => (letGo = resolve));
    const holding = [1, 2].map(() => database.sqlTransaction(() => mayGo));
    const failing = database.use((client) => client.$transaction((tx) => tx.tenant.count(), { maxWait: 100 }));
    const meaning = await meaningOf(failing);
    letGo();
    await Promise.all(holding);
    expect(meaning).toEqual({ isUnavailable: true, isStoreAway: true, mayHaveCommitted: false });
  });

  it.each([
    ['soon after', async () => {}],
    [
      'after so many others that nobody knows it any more',
      async () => {
        for (let n = 0; n < 110; n += 1) await database.transaction((tx) => tx.$queryRaw`select 1`);
      },
    ],
  ])('that takes too long, noticed %s, fails alone and has changed nothing', async (_, meanwhile) => {
    const meaning = await meaningOf(expiring(meanwhile));
    expect(meaning).toEqual({ isUnavailable: true, isStoreAway: false, mayHaveCommitted: false });
  });

  it('that we end while it is under way is unavailable, and has changed nothing', async () => {
    const failing = database.transaction(async (tx) => {
      await tx.tenant.count();
      await database.close();
      await tx.tenant.count();
    });
    expect(await meaningOf(failing)).toMatchObject({ isUnavailable: true, mayHaveCommitted: false });
  });

  it('that is used after its end is a mistake of ours, and not the database that is away', async () => {
    let ended: Tx | undefined;
    await database.transaction(async (tx) => {
      ended = tx;
      return tx.tenant.count();
    });
    const meaning = await meaningOf(database.use(async () => ended?.tenant.count()));
    expect(meaning).toEqual({ isUnavailable: false, isStoreAway: false, mayHaveCommitted: false });
  });
});
