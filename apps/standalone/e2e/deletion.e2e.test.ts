import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createLog } from '@mailroom/observability';
import { TEST_SECRET_KEY, until } from '@mailroom/testing';
import { loadConfig, startStandalone } from '../src/index.js';
import { startHookReceiver } from './hook-receiver.js';
import { startMailroom, startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let database: Database;
beforeAll(async () => {
  mailroom = await startMailroom();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
});

const change = (name: string, text: string, values: unknown[] = []) =>
  database.query<Record<string, unknown>>(statement(`test-${name}`, text), values);

describe('DELETE /emails/{id}', () => {
  it('takes the email out of every answer, once', async () => {
    const { api, address } = await mailroom.mailbox();
    const mail = { from: 'a@example.org', to: address, subject: 'gone', text: 'x', attachments: [{ content: 'c' }] };
    await mailroom.send(mail);
    const { id, threadId } = await mailroom.received(api, 'gone');
    await api.data('PUT', `/emails/${id}/labels`, { labels: ['l'] });
    const { attachments } = await api.data('GET', `/emails/${id}`);
    expect(await mailroom.manager.data('DELETE', `/emails/${id}`)).toEqual({ id });
    const missing = [
      ['DELETE', `/emails/${id}`],
      ['GET', `/emails/${id}`],
      ['GET', `/emails/${id}/raw`],
      ['GET', `/attachments?emailId=${id}`],
      ['GET', `/attachments/${attachments[0].id}/content`],
      ['GET', `/threads/${threadId}?accountId=${attachments[0].accountId}`],
      ['POST', `/emails/${id}/claim`],
    ] as const;
    for (const [method, path] of missing) {
      const { status, body } = await mailroom.manager.call(method, path, method === 'POST' ? {} : undefined);
      expect([path, status, body.error.type]).toEqual([path, 404, 'not_found']);
    }
    for (const path of ['/emails', '/emails?label=l', '/tasks', '/threads']) {
      expect((await api.data('GET', path)).items).toEqual([]);
    }
    expect(await api.data('GET', '/tasks/stats')).toMatchObject({ total: 0 });
  });

  it('is refused with 409 while the email may still be sent; its key then sends nothing again', async () => {
    const { api } = await mailroom.mailbox();
    const mail = { to: ['far@example.org'], subject: 'under way', text: 'x', idempotencyKey: 'k' };
    const { id } = await api.data('POST', '/send', mail);
    await until(async () => (await api.data('GET', `/emails/${id}`)).status === 'sent');
    const job = (status: string) =>
      change('job', 'update outbound_job set status = $2 where email_id = $1', [id, status]);
    await job('unknown');
    const refused = await mailroom.manager.call('DELETE', `/emails/${id}`);
    expect([refused.status, refused.body.error.type]).toEqual([409, 'delivery_in_progress']);
    await job('sent');
    await mailroom.manager.data('DELETE', `/emails/${id}`);
    const again = await api.call('POST', '/send', mail);
    expect([again.status, again.body.error.type]).toEqual([404, 'not_found']);
    expect((await api.data('GET', '/emails?type=1')).items).toEqual([]);
  });

  it('ends the webhook deliveries of the email, and those of others go on', async () => {
    const { api, address } = await mailroom.mailbox();
    let status = 500;
    const hook = await startHookReceiver(() => status);
    await api.data('POST', '/webhooks', { url: `${hook.origin}/` });
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'forgotten', text: 'x' });
    const { id } = await mailroom.received(api, 'forgotten');
    await until(async () => {
      const [delivery] = await change(
        'tried',
        'select lease_expires_at, attempts from webhook_delivery where email_id = $1',
        [id],
      );
      return delivery?.attempts === 1 && delivery.lease_expires_at === null;
    });
    await mailroom.manager.data('DELETE', `/emails/${id}`);
    status = 200;
    await change('due', `update webhook_delivery set next_attempt_at = now() where email_id = $1`, [id]);
    await until(async () => {
      const [delivery] = await change('ended', 'select status, last_error from webhook_delivery where email_id = $1', [
        id,
      ]);
      return delivery?.status === 'failed' && delivery.last_error === 'The email was deleted.';
    });
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'later', text: 'x' });
    await until(() => hook.hits.at(-1)?.body.includes('later') === true);
    expect(hook.hits).toHaveLength(2);
    hook.close();
  });
});

describe('EMAIL_RETENTION_DAYS', () => {
  it('has old emails deleted by a replica that starts with it, and no others', async () => {
    // The walk over the oldest emails ends at the first that are young: nobody else's may lie before them.
    const own = await startOwnMailroom({}, { apps: ['mailbox-api', 'smtp-ingest'] });
    const { api, address } = await own.mailbox();
    for (const subject of ['old', 'new']) {
      await own.send({ from: 'a@example.org', to: address, subject, text: 'x' });
      await own.received(api, subject);
    }
    const rows = new Database({ url: own.databaseUrl, poolSize: 1 });
    const age = `update email set created_at = now() - interval '31 days' where subject = 'old'`;
    await rows.query(statement('test-age', age));
    await rows.close();
    const directory = await mkdtemp(join(tmpdir(), 'mailroom-replica-'));
    const config = loadConfig({
      EMAIL_RETENTION_DAYS: '30',
      DATABASE_URL: own.databaseUrl,
      MAILROOM_SECRET_KEY: TEST_SECRET_KEY,
      MAILROOM_DATA_DIR: directory,
      MAILROOM_HTTP_PORT: '0',
      MAILROOM_SMTP_PORT: '0',
    });
    const replica = await startStandalone(config, createLog('fatal'));
    await until(async () => (await api.data('GET', '/emails')).items.length === 1);
    await replica.close();
    await rm(directory, { recursive: true });
    expect((await api.data('GET', '/emails')).items).toMatchObject([{ subject: 'new' }]);
    await own.close();
  });
});
