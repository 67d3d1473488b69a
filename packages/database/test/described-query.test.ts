import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase } from '@mailroom/testing';
import pg from 'pg';
import { Database, statement } from '../src/index.js';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const rows = statement(
  'test-described-rows',
  `select n::bigint as id, 'text ' || n as text, null::int as nothing, array[n, n] as list, '2026-01-01T00:00:00Z'::timestamptz as at
   from generate_series(1, $1) n`,
);
const expected = (id: number) => ({
  id,
  text: `text ${id}`,
  nothing: null,
  list: [id, id],
  at: new Date('2026-01-01T00:00:00Z'),
});

describe('a statement that is executed again', () => {
  it('gives the same rows, and has them described once by each connection', async () => {
    const describes = jest.spyOn(pg.Connection.prototype as unknown as { describe: () => void }, 'describe');
    for (const count of [2, 3, 0, 1]) {
      const found = await database.query(rows, [count]);
      expect(found).toEqual(Array.from({ length: count }, (_, index) => expected(index + 1)));
    }
    expect(await database.sqlTransaction((tx) => tx.query(rows, [1]))).toEqual([expected(1)]);
    expect(describes).toHaveBeenCalledTimes(1);
    describes.mockRestore();
  });

  it('gives rows again after it failed', async () => {
    const divide = statement('test-described-division', 'select 6 / $1::int as share');
    expect(await database.query(divide, [2])).toEqual([{ share: 3 }]);
    await expect(database.query(divide, [0])).rejects.toMatchObject({ code: '22012' });
    await expect(database.query(divide, [{}])).rejects.toMatchObject({ code: '22P02' });
    expect(await database.query(divide, [3])).toEqual([{ share: 2 }]);
  });

  it('says who asked, where it fails', async () => {
    const failing = statement('test-described-failure', 'select 1 / 0');
    const asked = async function whoAsked() {
      await database.query(failing);
    };
    await expect(asked()).rejects.toMatchObject({ stack: expect.stringContaining('described-query') });
  });

  it('never takes rows of another shape for its own, as a pooler brings them after a migration', async () => {
    const changed = statement('test-described-change', 'select 1 as first, 2 as second');
    for (const list of ['0 as before, 1 as first, 2 as second', '1 as first']) {
      expect(await database.query(changed)).toEqual([{ first: 1, second: 2 }]);
      await database.query(statement('test-deallocate', 'deallocate "test-described-change"'));
      await database.query(statement(`test-${list}`, `prepare "test-described-change" as select ${list}`));
      await expect(database.query(changed)).rejects.toThrow('have changed their shape');
    }
    expect(await database.query(changed)).toEqual([{ first: 1, second: 2 }]);
  });

  it('has them described again in a transaction that follows on that connection', async () => {
    const changed = statement('test-described-again', 'select 1 as first');
    const anew = statement('test-prepare-again', 'prepare "test-described-again" as select 1 as first, 2 as second');
    expect(await database.query(changed)).toEqual([{ first: 1 }]);
    await database.query(statement('test-deallocate-again', 'deallocate "test-described-again"'));
    await database.query(anew);
    await expect(database.sqlTransaction((tx) => tx.query(changed))).rejects.toThrow('have changed their shape');
    expect(await database.query(changed)).toEqual([{ first: 1, second: 2 }]);
  });
});
