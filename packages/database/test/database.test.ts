import { describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase, startTcpProxy, until } from '@mailroom/testing';
import pg from 'pg';
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

  it('ends a statement that nobody waits for any more, on the server too', async () => {
    const test = await createTestDatabase();
    const observer = new Database({ url: test.url });
    const database = new Database({ url: test.url, poolSize: 1, answerMs: 300, applicationName: 'impatient' });
    const long = statement('test-long', 'select pg_sleep(60)');
    await expect(database.query(long)).rejects.toMatchObject({ code: 'unavailable' });
    await database.close();
    await until(async () => (await observer.query<{ count: number }>(connections, ['impatient']))[0]?.count === 0, {
      timeoutMs: 5_000,
    });
    await observer.close();
    await test.drop();
  });

  it('has one LISTEN under way at a time, however many begin to listen at once', async () => {
    const test = await createTestDatabase();
    const database = new Database({ url: test.url });
    const heard: string[] = [];
    const listen = (channel: string) => database.listen(channel, (payload) => heard.push(`${channel} ${payload}`));
    listen('first');
    await until(async () => heard.includes('first '));
    let [underWay, most] = [0, 0];
    const query = pg.Client.prototype.query;
    const watched = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      text: string,
    ) {
      most = Math.max(most, (underWay += 1));
      return (Reflect.apply(query, this, [text]) as unknown as Promise<unknown>).finally(() => (underWay -= 1));
    } as never);
    for (const channel of ['second', 'third', 'fourth']) listen(channel);
    await until(async () => watched.mock.calls.length === 3 && underWay === 0);
    watched.mockRestore();
    expect(most).toBe(1);
    await database.query(statement('test-notify', `select pg_notify('fourth', 'news')`));
    await until(async () => heard.includes('fourth news'));
    await database.close();
    await test.drop();
  });

  it('commits the prepared statements of a transaction together, or none of them', async () => {
    const test = await createTestDatabase();
    const database = new Database({ url: test.url, poolSize: 1 });
    const insert = statement('test-tenant', 'insert into tenant (id, name) values ($1, $1) returning id');
    const ids = async () =>
      (await database.query<{ id: string }>(statement('test-ids', 'select id from tenant'))).map(({ id }) => id);
    expect(await database.sqlTransaction((tx) => tx.query(insert, ['tnt_a']))).toEqual([{ id: 'tnt_a' }]);
    const changedItsMind = database.sqlTransaction(async (tx) => {
      await tx.query(insert, ['tnt_b']);
      throw new Error('no');
    });
    await expect(changedItsMind).rejects.toThrow('no');
    const wentOn = database.sqlTransaction(async (tx) => {
      await tx.query(insert, ['tnt_c']);
      await tx.query(insert, ['tnt_a']).catch(() => {});
    });
    await expect(wentOn).rejects.toThrow('nothing was committed');
    expect(await ids()).toEqual(['tnt_a']);
    await database.close();
    await test.drop();
  });

  it('gives up a transaction whose connection is lost between two statements, and goes on', async () => {
    const test = await createTestDatabase();
    const database = new Database({ url: test.url, poolSize: 1 });
    const other = new Database({ url: test.url, poolSize: 1 });
    const lost = database.sqlTransaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>(statement('test-pid', 'select pg_backend_pid() as pid'));
      await other.query(statement('test-terminate', 'select pg_terminate_backend($1)'), [row?.pid]);
      // The end of the connection is noticed while no statement is under way.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await tx.query(one);
    });
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
    expect(await database.sqlTransaction((tx) => tx.query(one))).toEqual([{ one: 1 }]);
    await database.close();
    await other.close();
    await test.drop();
  });

  it('gives up a transaction whose connection went silent, and its connection', async () => {
    const test = await createTestDatabase();
    const url = new URL(test.url);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const database = new Database({ url: url.href, poolSize: 1, answerMs: 300 });
    const silent = database.sqlTransaction(async (tx) => {
      await tx.query(one);
      proxy.stall();
      await tx.query(one);
    });
    await expect(silent).rejects.toMatchObject({ code: 'unavailable' });
    proxy.pass();
    expect(await database.sqlTransaction((tx) => tx.query(one))).toEqual([{ one: 1 }]);
    await database.close();
    await proxy.close();
    await test.drop();
  });
});
