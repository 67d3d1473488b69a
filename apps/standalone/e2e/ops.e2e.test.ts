import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { createTestDatabase, until, TEST_SECRET_KEY } from '@mailroom/testing';
import { runOps } from '../src/ops/run-ops.js';
import { ApiClient, startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

const command = fileURLToPath(new URL('../dist/ops/ops.js', import.meta.url));

let mailroom: Mailroom;
let database: Database;
let directory: string;
beforeAll(async () => {
  // An open signup shares the domain by itself.
  mailroom = await startOwnMailroom({ SIGNUP: 'closed' });
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
  directory = await mkdtemp(join(tmpdir(), 'mailroom-ops-'));
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
  await rm(directory, { recursive: true });
});

const where = () => ({ DATABASE_URL: mailroom.databaseUrl, MAILROOM_SECRET_KEY: TEST_SECRET_KEY });

type Ran = { code: number; stdout: string; stderr: string };

/** The command as an operator runs it. */
function run(args: readonly string[], env: Record<string, string>): Promise<Ran> {
  const options = { env: { ...process.env, NODE_OPTIONS: '', MAILROOM_DATA_DIR: directory, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}

/** The same without starting a process each time. */
const ops = (...args: string[]) => runOps(args, { MAILROOM_DATA_DIR: directory, ...where() });

async function answer(...args: string[]) {
  const { code, stdout, stderr } = await ops(...args, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const change = (name: string, text: string, values: unknown[]) =>
  database.query(statement(`test-${name}`, text), values);

describe("the operator's command", () => {
  it('adds what the search index does not have, for a database that is older than it', async () => {
    const { address, api } = await mailroom.mailbox();
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'older than the index', text: 'x' });
    const found = async () => (await api.data('GET', '/emails/search?q=older')).items.length;
    // Without a search, which would add what it misses itself.
    await until(async () => (await change('indexed', 'select from email_index', [])).length === 1);
    await change('forget', 'delete from email_index', []);
    expect(await answer('search', 'index')).toEqual([{ added: 1 }]);
    expect(await found()).toBe(1);
    expect(await answer('search', 'index')).toEqual([{ added: 0 }]);
  });

  it('prepares a database for its mail domains, and does nothing the second time', async () => {
    const other = await createTestDatabase();
    const prepare = (domains: string) => run(['installation', 'prepare', domains], { DATABASE_URL: other.url });
    for (const domains of ['one.test,two.test', 'two.test']) expect(await prepare(domains)).toMatchObject({ code: 0 });
    const fresh = new Database({ url: other.url, poolSize: 1 });
    const read = statement('test-domains', 'select name, tenant_id as tenant from mail_domain order by name');
    expect(await fresh.query(read, [])).toEqual([
      { name: 'one.test', tenant: 'tnt_default' },
      { name: 'two.test', tenant: 'tnt_default' },
    ]);
    expect(await prepare('not a domain')).toMatchObject({
      code: 1,
      stderr: 'MAILROOM_MAIL_DOMAINS contains "not a domain", which is not a domain name.\n',
    });
    await fresh.close();
    await other.drop();
  });

  it('issues and revokes tokens of a tenant that it created', async () => {
    const [tenant] = await answer('tenants', 'create', 'Acme Ltd');
    expect(tenant).toMatchObject({ id: expect.stringMatching(/^tnt_/), name: 'Acme Ltd', status: 'active' });
    const [token] = await answer('tokens', 'issue', tenant.id, 'robot');
    const api = new ApiClient(mailroom.manager.baseUrl, token.token);
    expect(await api.data('GET', '/me')).toMatchObject({ tenantId: tenant.id, principal: { name: 'robot' } });
    const { stdout } = await ops('tokens', 'revoke', String(token.id));
    expect(stdout).toMatch(/^id +revoked\n\d+ +true\n$/);
    await until(async () => (await api.call('GET', '/me')).body.error?.type === 'token_revoked');
  });

  it('issues tokens of the first tenant where none is named, shown as a table', async () => {
    const { stdout } = await ops('tokens', 'issue');
    const [head, row] = stdout.split('\n').map((line) => line.split(/ {2,}/));
    expect(head).toEqual(['id', 'tenant', 'name', 'token']);
    const api = new ApiClient(mailroom.manager.baseUrl, row?.at(-1) ?? '');
    expect(await api.data('GET', '/me')).toMatchObject({ tenantId: 'tnt_default', principal: { type: 'manager' } });
  });

  it('keeps control characters of other people out of the terminal, and in the JSON', async () => {
    const name = 'evil\u001b[2J\nname';
    const { stdout } = await ops('tenants', 'create', name);
    expect(stdout).toMatch(/^id +name +status\ntnt_\w+ +evil \[2J name +active\n$/);
    const json = await ops('tenants', 'create', name, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject([{ name }]);
  });

  it('rotates the DKIM key of a domain in two steps, and shows no private one', async () => {
    const [first] = await answer('domains', 'list');
    expect(first).toMatchObject({
      domain: 'mailroom.test',
      status: 'active',
      record: expect.stringMatching(/^v=DKIM1; k=rsa; p=/),
    });
    const next = await answer('domains', 'rotate-key', 'mailroom.test');
    expect(next.map(({ status }: { status: string }) => status)).toEqual(['next', 'active']);
    const after = await answer('domains', 'rotate-key', 'mailroom.test');
    expect(after.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
      [next[0].name, 'active'],
      [first.name, 'retired'],
    ]);
    expect((await ops('domains', 'list')).stdout).not.toMatch(/private/i);
    expect(await ops('domains', 'rotate-key', 'absent.test')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('absent.test'),
    });
  });

  it('shares a domain among tenants, and ends that', async () => {
    const [tenant] = await answer('tenants', 'create', 'Guests');
    const [{ token }] = await answer('tokens', 'issue', tenant.id);
    const api = new ApiClient(mailroom.manager.baseUrl, token);
    const create = async (email: string) => (await api.call('POST', '/mailboxes', { email })).status;
    expect(await create('guest1@mailroom.test')).toBe(400);
    expect(await answer('domains', 'share', 'Mailroom.test')).toEqual([{ domain: 'mailroom.test', shared: true }]);
    expect(await create('guest1@mailroom.test')).toBe(200);
    expect(await answer('domains', 'unshare', 'mailroom.test')).toEqual([{ domain: 'mailroom.test', shared: false }]);
    expect(await create('guest2@mailroom.test')).toBe(400);
    expect(await ops('domains', 'share', 'absent.test')).toMatchObject({ code: 1 });
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
    expect(await answer('events', 'poison')).toEqual([]);
    await change('again', `update bus_delivery set poisoned_at = now() where event_id = $1`, [eventId]);
    expect((await ops('events', 'poison')).stdout).toMatch(new RegExp(`^consumer .*\\n(.*${eventId}.*\\n)$`));
    expect((await ops('events', 'redrive')).stdout).toBe('redriven\n1\n');
    expect(await answer('events', 'redrive', eventId)).toEqual([{ redriven: 0 }]);
  });

  it('shows who gets events, and forgets one that nobody runs any more, with what lies there for it', async () => {
    await change('consumer', `insert into bus_consumer (name, types) values ('old', '{test.happened}')`, []);
    await change(
      'waiting',
      `insert into bus_delivery (consumer, event_id, type, payload, occurred_at)
       values ('old', $1, 'test.happened', '{}', now())`,
      [uuidv7()],
    );
    const consumers = await answer('events', 'consumers');
    expect(consumers).toContainEqual(expect.objectContaining({ name: 'old', types: 'test.happened', waiting: 1 }));
    expect(consumers).toContainEqual(expect.objectContaining({ name: 'webhooks' }));
    expect(await answer('events', 'forget', 'old')).toEqual([{ consumer: 'old', dropped: 1 }]);
    expect((await ops('events', 'forget', 'old')).stderr).toContain('There is no consumer old.');
  });

  it('settles sends of which nobody knows, each way', async () => {
    const { api } = await mailroom.mailbox();
    const status = async (id: number) => (await api.data('GET', `/emails/${id}`)).status;
    const lost = async () => {
      const { id } = await api.data('POST', '/send', { to: ['far@example.org'], subject: 'where?', text: 'x' });
      await until(async () => (await status(id)) === 'sent');
      const job = await change(
        'unknown-job',
        `update outbound_job set status = 'unknown' where email_id = $1 returning id`,
        [id],
      );
      const jobId = Number((job as { id: number }[])[0]?.id);
      await change('unknown-recipient', `update outbound_recipient set status = 'unknown' where job_id = $1`, [jobId]);
      await change('unknown-email', `update email set status = 'unknown' where id = $1`, [id]);
      return { id, jobId };
    };
    const jobs = [await lost(), await lost(), await lost()];
    expect((await ops('jobs', 'unknown')).stdout).toMatch(/^id .*\n(.*far@example\.org.*\n){3}$/);
    const listed: { id: number; emailId: number }[] = await answer('jobs', 'unknown');
    expect(listed.map(({ id, emailId }) => [id, emailId])).toEqual(jobs.map(({ id, jobId }) => [jobId, id]));
    for (const [index, resolution] of ['sent', 'failed', 'retry'].entries()) {
      const { id, jobId } = jobs[index] ?? { id: 0, jobId: 0 };
      expect(await answer('jobs', 'resolve', String(jobId), resolution)).toEqual([{ id: jobId, resolved: resolution }]);
      await until(async () => (await status(id)) === (resolution === 'failed' ? 'failed' : 'sent'));
    }
    const again = await ops('jobs', 'resolve', String(jobs[0]?.jobId), 'retry');
    expect(again).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no job ${jobs[0]?.jobId} whose outcome is unknown.\n`,
    });
  });

  it('shows webhooks that were disabled, and enables them', async () => {
    const { api } = await mailroom.mailbox();
    const { webhookId } = await api.data('POST', '/webhooks', { url: 'http://127.0.0.1:1/' });
    await change('disable-webhook', `update webhook set status = 1, failing_since = now() where id = $1`, [webhookId]);
    expect(await answer('webhooks', 'failing')).toMatchObject([{ id: webhookId, url: 'http://127.0.0.1:1/' }]);
    expect((await ops('webhooks', 'failing')).stdout).toContain('http://127.0.0.1:1/');
    expect((await ops('webhooks', 'enable', String(webhookId))).stdout).toMatch(/^id +enabled\n\d+ +true\n$/);
    expect(await answer('webhooks', 'failing')).toEqual([]);
    expect((await api.data('GET', '/webhooks')).items).toMatchObject([{ webhookId, status: 0 }]);
  });

  it('says in one line what is wrong with its arguments', async () => {
    const slips: [string[], number, RegExp][] = [
      [[], 2, /npm run ops/],
      [['tokens', 'destroy'], 2, /npm run ops/],
      [['tokens', 'revoke'], 1, /^The argument <token id> is missing\.\n$/],
      [['tokens', 'revoke', 'x1'], 1, /^<token id> must be a positive integer, not "x1"\.\n$/],
      [['tokens', 'revoke', '999999'], 1, /^There is no .*\n$/],
      [['tokens', 'revoke', '1', '2'], 1, /^"2" is one argument too many\.\n$/],
      [['tenants', 'create'], 1, /^The argument <name> is missing\.\n$/],
      [['mailboxes', 'enable'], 1, /^The argument <address> is missing\.\n$/],
      [['jobs', 'unknown', '--jsno'], 1, /^There is no option --jsno\.\n$/],
      [['webhooks', 'enable'], 1, /^The argument <webhook id> is missing\.\n$/],
      [['tokens', 'issue', 'tnt_nobody'], 1, /^There is no .*\n$/],
      [['mailboxes', 'disable', 'nobody@mailroom.test'], 1, /^There is no .*\n$/],
      [['tenants', 'suspend', 'tnt_nobody'], 1, /^There is no .*\n$/],
      [['events', 'redrive', 'all'], 1, /^"all" is not an event id\.\n$/],
      [['jobs', 'resolve', '1', 'perhaps'], 1, /^Say how: sent, failed or retry\.\n$/],
      [['jobs', 'resolve', '999999', 'sent'], 1, /^There is no .*\n$/],
      [['webhooks', 'enable', '999999'], 1, /^There is no .*\n$/],
    ];
    for (const [args, code, message] of slips) {
      const ran = await ops(...args);
      expect({ args, code: ran.code, stdout: ran.stdout }).toEqual({ args, code, stdout: '' });
      expect(ran.stderr).toMatch(message);
    }
  });

  it('works while the database of the search index is away, but for what is about it', async () => {
    const env = { ...where(), SEARCH_DATABASE_URL: 'postgres://127.0.0.1:1/away' };
    expect(await run(['jobs', 'unknown'], env)).toMatchObject({ code: 0, stderr: '' });
    const moved = await run(['search', 'move', 'own'], env);
    expect(moved).toMatchObject({ code: 1, stdout: '' });
    expect(moved.stderr).toMatch(/^The database can't be reached \(ECONNREFUSED\): .*SEARCH_DATABASE_URL right\?\n$/);
  });

  it('prints the same as a process, to the stream and with the exit code that belong to it', async () => {
    const env = where();
    for (const args of [[], ['domains', 'list'], ['tokens', 'revoke', 'x1']]) {
      expect(await run(args, env)).toEqual(await ops(...args));
    }
  });

  it.each([
    ['postgres://127.0.0.1:1/nothing', /^The database can't be reached \(ECONNREFUSED\): .*DATABASE_URL.*\n$/],
    ['postgres://localhost:1/nothing', /^The database can't be reached \(ECONNREFUSED\): .*DATABASE_URL.*\n$/],
    ['mysql://127.0.0.1/x', /^DATABASE_URL must begin with .*\n$/],
  ])('says in one line that %s is no database', async (DATABASE_URL, message) => {
    const ran = await run(['jobs', 'unknown'], { DATABASE_URL });
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(message);
  });
});
