import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, resealSecrets, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { Webhook } from 'standardwebhooks';
import { startHookReceiver, type HookReceiver } from './hook-receiver.js';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';
import { commands } from '../src/ops/commands.js';
import { runCommand } from '../src/ops/run-command.js';
import { sealedColumns as columns } from '../src/secret-keys.js';

const [first, second] = [randomBytes(32), randomBytes(32)];

let mailroom: Mailroom;
let hook: HookReceiver;
const databases: Database[] = [];
beforeAll(async () => {
  mailroom = await startOwnMailroom({ MAILROOM_SECRET_KEY: first.toString('base64') });
  hook = await startHookReceiver();
});
afterAll(async () => {
  hook.close();
  for (const database of databases) await database.close();
  await mailroom.close();
});

function open(...secretKeys: Buffer[]): Database {
  const database = new Database({ url: mailroom.databaseUrl, poolSize: 2, secretKeys });
  databases.push(database);
  return database;
}

/** Every row of every table, as text. */
async function dump(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    statement('test-tables', `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`),
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await database.query<{ row: string }>(
      statement(`test-dump-${name}`, `select to_jsonb(t)::text as row from ${name} t`),
    );
    rows.push(...found.map(({ row }) => row));
  }
  return rows.join('\n');
}

async function subscribed() {
  const box = await mailroom.mailbox();
  const { webhookId, secret } = await box.api.data('POST', '/webhooks', { url: `${hook.origin}/${box.id}` });
  return { box, webhookId: Number(webhookId), secret: String(secret) };
}

describe('the database', () => {
  it('holds no secret that can be used by whoever reads it', async () => {
    const { box, webhookId, secret } = await subscribed();
    const { secret: rotated } = await box.api.data('POST', `/webhooks/${webhookId}/rotate-secret`);
    await mailroom.manager.data('GET', '/domains');
    const text = await dump(open());
    expect(text).toContain(`"address": "${box.address}"`);
    expect(text).toContain('enc:v1:');
    for (const plain of [secret, String(rotated), 'whsec_', 'PRIVATE KEY']) expect(text).not.toContain(plain);
  });

  it('gets another key while deliveries go on, however often that is broken off, and the old one is needed no more', async () => {
    const { webhookId, secret } = await subscribed();
    const [{ stored } = { stored: '' }] = await open().query<{ stored: string }>(
      statement('test-stored', 'select secret as stored from webhook where id = $1'),
      [webhookId],
    );
    const identity = `webhook/secret/${webhookId}`;
    expect(open(first).secrets.open(stored, identity)).toBe(secret);
    // One of them from before there were keys.
    await open().query(statement('test-plain', 'update webhook set previous_secret = $2 where id = $1'), [
      webhookId,
      'whsec_old',
    ]);
    const both = open(second, first);
    const counts = await Promise.all([resealSecrets(both, columns), resealSecrets(both, columns)]);
    expect(counts[0] + counts[1]).toBeGreaterThan(1);
    expect(await resealSecrets(both, columns)).toBe(0);
    expect(await resealSecrets(open(second), columns)).toBe(0);
    expect(await dump(open())).not.toContain('whsec_');
    await expect(resealSecrets(open(first), columns)).rejects.toThrow(/lacks the key/);
    // Back to the key that the apps have, by the operator's command.
    const [command] = Object.entries(commands).flatMap(([name, run]) => (name === 'secrets rotate' ? [run] : []));
    const keys = [first, second].map((key) => key.toString('base64')).join(',');
    const directory = await mkdtemp(join(tmpdir(), 'mailroom-secrets-'));
    const env = { DATABASE_URL: mailroom.databaseUrl, MAILROOM_DATA_DIR: directory, MAILROOM_SECRET_KEY: keys };
    expect(command && (await runCommand(command, [], env))).toEqual([{ sealed: expect.any(Number) }]);
    expect(await resealSecrets(open(first), columns)).toBe(0);
    await rm(directory, { recursive: true });
  });

  it('signs as its owner was told', async () => {
    const { box, secret } = await subscribed();
    await mailroom.send({ from: 'ada@example.org', to: box.address, subject: 'signed', text: 'Hello' });
    const mine = () => hook.hits.find(({ path }) => path === `/${box.id}`);
    await until(() => mine() !== undefined);
    const { body = '', headers = {} } = mine() ?? {};
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'email.received',
    });
  });
});
