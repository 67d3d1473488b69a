import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { DatabaseGate } from './database-gate.js';
import { relayTo, startOutbound, type OutboundTest } from './outbound-fixture.js';

let outbound: OutboundTest;
beforeAll(async () => {
  outbound = await startOutbound();
});
afterEach(() => outbound.afterEach());
afterAll(() => outbound.sending.close());

/** Cuts a worker's database while the worker waits for this table, and restores it. */
async function cutAt(table: string, work: (database: Database) => Promise<unknown>): Promise<void> {
  const gate = new DatabaseGate(outbound.sending.url);
  await gate.open();
  outbound.cleanUp.push(async () => gate.shut());
  const database = new Database({ url: gate.url, poolSize: 4 });
  outbound.cleanUp.push(() => database.close());
  await outbound.sending.database.transaction(async (tx) => {
    await tx.$executeRawUnsafe(`lock table ${table} in access exclusive mode`);
    await work(database);
    const waits = `select from pg_locks where not granted and relation = '${table}'::regclass`;
    await until(async () => (await tx.$queryRawUnsafe<object[]>(waits)).length > 0, { what: `a wait for ${table}` });
    gate.shut();
  });
  await gate.open();
}

describe('a job whose database goes away after it was taken', () => {
  it.each([
    ['before its message is read', 'raw_message', 'far@x.test'],
    ['before it is delivered inside', 'email_task', 'inside@a.test'],
  ])('%s is tried again soon, and not when its lease ends', async (_, table, to) => {
    if (to === 'inside@a.test') await outbound.sending.mailbox(to);
    const hop = await outbound.hopOf();
    const emailId = await outbound.send(to);
    await cutAt(table, (database) => outbound.startWorker(relayTo(hop), database));
    await outbound.reaches(emailId, 'queued');
    const job = await outbound.jobOf(emailId);
    expect(job).toMatchObject({ attempts: 0 });
    expect(job.dueIn).toBeGreaterThan(10);
    expect(job.dueIn).toBeLessThanOrEqual(60);
    await outbound.sending.change('due-now', 'update outbound_job set next_attempt_at = now() where id = $1', [job.id]);
    await outbound.reaches(emailId, 'sent');
    expect(await outbound.recipientsOf(emailId)).toHaveLength(1);
    expect(hop.messages).toHaveLength(to === 'far@x.test' ? 1 : 0);
  });
});
