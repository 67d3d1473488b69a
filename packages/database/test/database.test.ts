import { describe, expect, it } from '@jest/globals';
import { createTestDatabase, startTcpProxy } from '@mailroom/testing';
import { Database, statement } from '../src/index.js';

const one = statement('test-one', 'select 1 as one');
const connections = statement(
  'test-connections',
  'select count(*) as count from pg_stat_activity where application_name = $1',
);

describe('a database', () => {
  it('has closed its connections when it is closed, so that the server may be stopped at once', async () => {
    const test = await createTestDatabase();
    const observer = new Database({ url: test.url });
    await observer.query(one);
    for (let round = 0; round < 10; round += 1) {
      const closing = new Database({ url: test.url, poolSize: 8, applicationName: 'closing' });
      await Promise.all(Array.from({ length: 8 }, () => closing.query(one)));
      await closing.close();
      expect(await observer.query(connections, ['closing'])).toEqual([{ count: 0 }]);
    }
    await observer.close();
    await test.drop();
  });

  it('that has gone silent is unavailable, and is used again when it is back', async () => {
    const test = await createTestDatabase();
    const url = new URL(test.url);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const database = new Database({ url: url.href, poolSize: 2, answerMs: 300 });
    expect(await database.query(one)).toEqual([{ one: 1 }]);
    proxy.stall();
    await expect(database.query(one)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(database.transaction((tx) => tx.tenant.count())).rejects.toMatchObject({ code: 'unavailable' });
    proxy.pass();
    expect(await database.query(one)).toEqual([{ one: 1 }]);
    expect(await database.transaction((tx) => tx.tenant.count())).toBe(0);
    await database.close();
    await proxy.close();
    await test.drop();
  });
});
