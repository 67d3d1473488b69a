import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestDatabase,
  startTestS3,
  TEST_SECRET_KEY,
  until,
  type TestDatabase,
  type TestS3,
} from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { ApiClient } from './mailroom-fixture.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let s3: TestS3;
let database: TestDatabase;
let dataDirectory: string;
beforeAll(async () => {
  [s3, database] = await Promise.all([startTestS3(), createTestDatabase()]);
  dataDirectory = await mkdtemp(join(tmpdir(), 'mailroom-e2e-s3-'));
});
afterAll(async () => {
  await s3.close();
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

function launch(env: Record<string, string> = {}): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH ?? '',
      MAILROOM_DATA_DIR: dataDirectory,
      MAILROOM_HTTP_PORT: '0',
      MAILROOM_SMTP_PORT: '0',
      DATABASE_URL: database.url,
      MAILROOM_SECRET_KEY: TEST_SECRET_KEY,
      LOG_LEVEL: 'fatal',
      NODE_NO_WARNINGS: '1',
      BLOB_STORE_URL: `s3://${s3.bucket}/raw?endpoint=${s3.endpoint}`,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
      AWS_EC2_METADATA_DISABLED: 'true',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

const large = (subject: string, to: string) => ({
  from: 'ada@example.org',
  to,
  subject,
  text: `${'Which gear first? '.repeat(2_000)}The small one.`,
});

describe('the system with its blobs on S3', () => {
  it('takes a large mail in and gives it out again, and refuses for now what S3 does not take', async () => {
    const { child, output } = launch();
    await until(() => output().includes('Mailroom is ready'), { timeoutMs: 60_000, what: 'the system to be ready' });
    const [, httpPort = ''] = /listening on 127\.0\.0\.1:(\d+)/.exec(output()) ?? [];
    const [, smtpPort = ''] = /SMTP +127\.0\.0\.1:(\d+)/.exec(output()) ?? [];
    const token = (await readFile(join(dataDirectory, 'manager-token'), 'utf8')).trim();
    const manager = new ApiClient(`http://127.0.0.1:${httpPort}`, token);
    const { mailbox } = await manager.data('POST', '/mailboxes', { email: 'agent@mailroom.test' });
    const transport = nodemailer.createTransport({
      host: '127.0.0.1',
      port: Number(smtpPort),
      tls: { rejectUnauthorized: false },
    });

    await transport.sendMail(large('Stored', mailbox.email));
    let id = 0;
    await until(
      async () => {
        const { items } = await manager.data('GET', `/emails?accountId=${mailbox.id}`);
        id = items[0]?.id ?? 0;
        return id > 0;
      },
      { what: 'the mail' },
    );
    expect((await manager.data('GET', `/emails/${id}`)).plainText).toContain('The small one.');
    expect(await readdir(join(s3.directory, s3.bucket, 'raw'))).not.toEqual([]);
    const raw = await fetch(`${manager.baseUrl}/api/agent/v1/emails/${id}/raw`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await raw.text()).toContain('Subject: Stored');

    await s3.close();
    await expect(transport.sendMail(large('Refused', mailbox.email))).rejects.toMatchObject({ responseCode: 451 });
    transport.close();
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });

  it('says in one line why it does not start on a bucket that it may not use', async () => {
    const server = await startTestS3();
    const { child, output } = launch({ BLOB_STORE_URL: `s3://not-there?endpoint=${server.endpoint}` });
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(output()).toBe('BLOB_STORE_URL: there is no bucket "not-there".\n');
    await server.close();
  });
});
