import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement, uuidv7 } from '@mailroom/database';
import { ApiClient, startMailroom, type Mailroom } from './mailroom-fixture.js';

const command = fileURLToPath(new URL('../dist/ops/ops.js', import.meta.url));

let mailroom: Mailroom;
let database: Database;
let directory: string;
beforeAll(async () => {
  mailroom = await startMailroom();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
  directory = await mkdtemp(join(tmpdir(), 'mailroom-ops-'));
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
  await rm(directory, { recursive: true });
});

type Ran = { code: number; stdout: string; stderr: string };

/** The command as an operator runs it. */
function ops(...args: string[]): Promise<Ran> {
  const env = { ...process.env, NODE_OPTIONS: '', MAILROOM_DATA_DIR: directory, DATABASE_URL: mailroom.databaseUrl };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

async function answer(...args: string[]) {
  const { code, stdout, stderr } = await ops(...args, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const change = (name: string, text: string, values: unknown[]) =>
  database.query(statement(`test-${name}`, text), values);

describe("the operator's command", () => {
  it('issues and revokes tokens of a tenant that it created', async () => {
    const [tenant] = await answer('tenants', 'create', 'Acme Ltd');
    expect(tenant).toMatchObject({ id: expect.stringMatching(/^tnt_/), name: 'Acme Ltd', status: 'active' });
    const [token] = await answer('tokens', 'issue', tenant.id, 'robot');
    const api = new ApiClient(mailroom.manager.baseUrl, token.token);
    expect(await api.data('GET', '/me')).toMatchObject({ tenantId: tenant.id, principal: { name: 'robot' } });
    const { stdout } = await ops('tokens', 'revoke', String(token.id));
    expect(stdout).toMatch(/^id +revoked\n\d+ +true\n$/);
    const another = await api.call('GET', '/mailboxes');
    expect(['token_revoked', undefined]).toContain(another.body.error?.type);
  });

  it('disables and enables a mailbox, which takes nothing meanwhile', async () => {
    const { address } = await mailroom.mailbox();
    const mail = { from: 'a@example.org', to: address, subject: 'closed', text: 'x' };
    expect((await ops('mailboxes', 'disable', address.toUpperCase())).stdout).toContain('disabled');
    await expect(mailroom.send(mail)).rejects.toMatchObject({ responseCode: expect.any(Number) });
    expect(await answer('mailboxes', 'enable', address)).toMatchObject([{ address, status: 'active' }]);
    await mailroom.send(mail);
  });

  it('stops all sending of a tenant', async () => {
    const [tenant] = await answer('tenants', 'create', 'Spammer');
    const [{ token }] = await answer('tokens', 'issue', tenant.id);
    await change('domain', 'insert into mail_domain (name, tenant_id) values ($1, $2)', ['spam.test', tenant.id]);
    const api = new ApiClient(mailroom.manager.baseUrl, token);
    const { mailbox } = await api.data('POST', '/mailboxes', { email: 'a@spam.test' });
    await answer('tenants', 'suspend', tenant.id);
    const mail = { accountId: mailbox.id, to: ['b@example.org'], subject: 'x', text: 'x' };
    expect((await api.call('POST', '/send', mail)).body.error.type).toBe('policy_suspended');
  });

  it('shows events that were set aside, and delivers them again', async () => {
    const eventId = uuidv7();
    await change(
      'poison',
      `insert into bus_delivery (consumer, event_id, type, payload, occurred_at, attempts, last_error, poisoned_at)
       values ('nobody', $1, 'test.happened', '{}', now(), 8, 'it was bad', now())`,
      [eventId],
    );
    expect(await answer('events', 'poison')).toMatchObject([{ consumer: 'nobody', eventId, lastError: 'it was bad' }]);
    expect(await answer('events', 'redrive', eventId)).toEqual([{ redriven: 1 }]);
    expect((await ops('events', 'poison')).stdout).toBe('nothing\n');
  });

  it.each([
    ['sent', 'sent'],
    ['failed', 'failed'],
    ['retry', 'sent'],
  ])('settles a send of which nobody knows as %s', async (resolution, status) => {
    const { api } = await mailroom.mailbox();
    const email = await api.data('POST', '/send', { to: ['far@example.org'], subject: 'where?', text: 'x' });
    const sent = async () => (await api.data('GET', `/emails/${email.id}`)).status;
    const settled = async (expected: string) => {
      for (let tries = 0; tries < 400 && (await sent()) !== expected; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 25));
      expect(await sent()).toBe(expected);
    };
    await settled('sent');
    await change(
      'unknown-recipient',
      `update outbound_recipient set status = 'unknown' where job_id = (select id from outbound_job where email_id = $1)`,
      [email.id],
    );
    await change('unknown-job', `update outbound_job set status = 'unknown', finished_at = now() where email_id = $1`, [
      email.id,
    ]);
    await change('unknown-email', `update email set status = 'unknown' where id = $1`, [email.id]);
    const job = (await answer('jobs', 'unknown')).find(({ emailId }: { emailId: number }) => emailId === email.id);
    expect(await answer('jobs', 'resolve', String(job.id), resolution)).toEqual([{ id: job.id, resolved: resolution }]);
    await settled(status);
    expect((await ops('jobs', 'resolve', String(job.id), resolution)).code).toBe(1);
  });

  it('shows webhooks that were disabled, and enables them', async () => {
    const { api } = await mailroom.mailbox();
    const { webhookId } = await api.data('POST', '/webhooks', { url: 'http://127.0.0.1:1/' });
    await change('disable-webhook', `update webhook set status = 1, failing_since = now() where id = $1`, [webhookId]);
    expect(await answer('webhooks', 'failing')).toMatchObject([{ id: webhookId, url: 'http://127.0.0.1:1/' }]);
    await answer('webhooks', 'enable', String(webhookId));
    expect((await api.data('GET', '/webhooks')).items).toMatchObject([{ webhookId, status: 0 }]);
  });

  it.each([
    [[], 2, /npm run ops/],
    [['tokens', 'destroy'], 2, /npm run ops/],
    [['tokens', 'revoke'], 1, /^The argument <token id> is missing\.\n$/],
    [['tokens', 'revoke', 'x1'], 1, /^<token id> must be a positive integer, not "x1"\.\n$/],
    [['tokens', 'revoke', '999999'], 1, /^There is no .*\n$/],
    [['tokens', 'issue', 'tnt_nobody'], 1, /^There is no .*\n$/],
    [['mailboxes', 'disable', 'nobody@mailroom.test'], 1, /^There is no .*\n$/],
    [['tenants', 'suspend', 'tnt_nobody'], 1, /^There is no .*\n$/],
    [['events', 'redrive', 'all'], 1, /^"all" is not an event id\.\n$/],
    [['jobs', 'resolve', '1', 'perhaps'], 1, /^Say how: sent, failed or retry\.\n$/],
    [['jobs', 'resolve', '999999', 'sent'], 1, /^There is no .*\n$/],
    [['webhooks', 'enable', '999999'], 1, /^There is no .*\n$/],
  ])('says what is wrong with %j in one line', async (args, code, message) => {
    const ran = await ops(...args);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code, stdout: '' });
    expect(ran.stderr).toMatch(message);
  });
});
