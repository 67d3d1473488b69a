import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import {
  createTestDatabase,
  startNats,
  startSeparateApps,
  startTestS3,
  until,
  type TestDatabase,
  type TestS3,
} from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { ApiClient } from './mailroom-fixture.js';
import { launchOperator, type RunningCommand } from './operator-command.js';
import { StandaloneProcess } from './standalone-process.js';

/** Large enough for several uploads. */
const CONTENT = 'attached '.repeat(25_000);
const MAILS = 60;

let source: StandaloneProcess;
let target: TestDatabase;
let database: Database;
let s3: TestS3;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  [source, target, s3] = await Promise.all([StandaloneProcess.make(), createTestDatabase(), startTestS3()]);
  database = new Database({ url: target.url, poolSize: 2 });
  closing.push(
    () => source.remove(),
    () => target.drop(),
    () => database.close(),
    () => s3.close(),
  );
}, 60_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const credentials = () => ({
  AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  AWS_EC2_METADATA_DISABLED: 'true',
  NODE_NO_WARNINGS: '1',
});
const blobStoreUrl = () => `s3://${s3.bucket}/moved?endpoint=${s3.endpoint}`;

const move = (env: Record<string, string> = {}): RunningCommand =>
  launchOperator(['move'], {
    MAILROOM_DATA_DIR: source.dataDirectory,
    MOVE_TO_DATABASE_URL: target.url,
    MOVE_TO_BLOB_STORE_URL: blobStoreUrl(),
    ...credentials(),
    ...env,
  });

const has = (name: string, sql: string) => async () =>
  database.query(statement(`test-${name}`, sql)).then(
    (rows) => rows.length > 0,
    () => false,
  );

/** Ends it as a power failure would, as soon as the move has come so far. */
async function killOnce(reached: () => Promise<boolean>): Promise<void> {
  const { child, ended } = move();
  await until(async () => child.exitCode !== null || (await reached()), {
    pauseMs: 1,
    what: 'the move to come so far',
  });
  child.kill('SIGKILL');
  expect((await ended).code).toBeNull();
}

async function fillSource(): Promise<{ token: string }> {
  await source.start();
  const { token } = await (await source.manager()).data('POST', '/mailboxes', { email: 'kept@mailroom.test' });
  const host = { host: '127.0.0.1', port: source.ports.smtp, ignoreTLS: true };
  const transport = nodemailer.createTransport({ ...host, pool: true });
  for (let number = 0; number < MAILS; number += 1) {
    const attachments = [{ filename: 'kept.txt', content: CONTENT }];
    const mail = { from: 'a@example.org', to: 'kept@mailroom.test', subject: `mail ${number}`, text: 'x', attachments };
    await transport.sendMail(mail);
  }
  transport.close();
  const api = new ApiClient(`http://127.0.0.1:${source.ports.http}`, token.token);
  await until(async () => (await api.data('GET', '/emails/search?q=mail&size=50')).items.length === 50, {
    what: 'the mail to be indexed',
  });
  return { token: token.token };
}

it('takes an installation to Postgres, NATS and S3, killed on the way, and the separate apps go on with it', async () => {
  const { token } = await fillSource();
  expect(await move().ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Mailroom with .* stop it .*\n$/),
  });
  expect(await source.end('SIGTERM')).toBe(0);
  expect(await move({ MOVE_TO_DATABASE_URL: '', MOVE_TO_BLOB_STORE_URL: 'x' }).ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^MOVE_TO_BLOB_STORE_URL must begin .*\nMOVE_TO_DATABASE_URL must name .*\n$/),
  });
  await killOnce(has('begun', 'select from mailroom_move limit 1'));
  await killOnce(has('some', `select from raw_message where blob like 's3:%' limit 1`));
  expect(await has('left', 'select from mailroom_move_blob')()).toBe(true);
  const moved = await move().ended;
  expect(moved).toMatchObject({ code: 0, stderr: '' });
  expect(moved.stdout).toMatch(new RegExp(`\\nemail +${MAILS} +true\\n`));
  expect(await has('record', 'select from mailroom_move')()).toBe(false);
  expect(await has('old', `select from raw_message where blob not like 's3:%'`)()).toBe(false);

  const [code] = (await once(source.launch(), 'exit')) as [number];
  const line =
    /^The installation in \S+ was moved away: start it where it is now\. To go back, remove \S+moved, and lose/;
  expect({ code, output: source.output }).toMatchObject({ code: 1, output: expect.stringMatching(line) });

  const nats = await startNats();
  closing.push(nats.close);
  const key = await readFile(join(source.dataDirectory, 'secret-key'), 'utf8');
  const apps = await startSeparateApps({
    databaseUrl: target.url,
    natsUrl: nats.url,
    blobStoreUrl: blobStoreUrl(),
    env: { LOG_LEVEL: 'fatal', PARSER_WORKERS: '1', MAILROOM_SECRET_KEY: key.trim(), ...credentials() },
  });
  closing.push(apps.stop);
  const [http] = apps.replicas['mailbox-api'];
  const api = new ApiClient(`http://127.0.0.1:${http?.port('HTTP')}`, token);
  const claimed = await api.data('POST', '/tasks/claim-next', { owner: 'agent', timeSort: 1 });
  expect(claimed.subject).toBe('mail 0');
  const { attachments } = await api.data('GET', `/emails/${claimed.id}`);
  const file = await fetch(`${api.baseUrl}/api/agent/v1/attachments/${attachments[0].id}/content`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await file.text()).toBe(CONTENT);
  const { leaseToken } = claimed.task;
  const reply = { emailId: claimed.id, text: 'Thank you.', completeTask: true, owner: 'agent', leaseToken };
  const sent = await api.data('POST', '/reply', reply);
  await until(async () => (await api.data('GET', `/emails/${sent.id ?? sent.emailId}`)).status === 'sent', {
    what: 'the answer to be sent',
  });
  await rm(join(source.dataDirectory, 'moved'));
  await source.start();
  expect(existsSync(join(source.dataDirectory, 'moved'))).toBe(false);
  expect(await source.end('SIGTERM')).toBe(0);
}, 240_000);
