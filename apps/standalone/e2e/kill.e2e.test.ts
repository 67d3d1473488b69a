import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { ApiClient } from './mailroom-fixture.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let dataDirectory: string;
let child: ChildProcess | undefined;
let output = '';
let ports: { http: number; smtp: number };

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

function launch(env: Record<string, string> = {}): ChildProcess {
  output = '';
  const launched = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH ?? '',
      MAILROOM_DATA_DIR: dataDirectory,
      MAILROOM_HTTP_PORT: String(ports.http),
      MAILROOM_SMTP_PORT: String(ports.smtp),
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launched.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  launched.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return launched;
}

async function start(): Promise<void> {
  child = launch();
  await until(() => output.includes('Mailroom is ready'), { timeoutMs: 60_000, what: 'the system to be ready' });
}

async function end(signal: NodeJS.Signals): Promise<number | null> {
  const ending = child;
  if (!ending) return null;
  const exited = once(ending, 'exit');
  ending.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}

async function manager(): Promise<ApiClient> {
  const token = await readFile(join(dataDirectory, 'manager-token'), 'utf8');
  return new ApiClient(`http://127.0.0.1:${ports.http}`, token.trim());
}

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'mailroom-kill-'));
  await chmod(dataDirectory, 0o755);
  ports = { http: await freePort(), smtp: await freePort() };
});
afterAll(async () => {
  if (child?.exitCode === null) await end('SIGTERM');
  await rm(dataDirectory, { recursive: true, force: true });
});

describe('the running system', () => {
  it('killed again and again during delivery has every accepted message exactly once afterwards', async () => {
    await start();
    const { mailbox } = await (await manager()).data('POST', '/mailboxes', { email: 'kept@mailroom.test' });
    const accepted = new Set<string>();
    const offered = new Set<string>();
    let sending = true;
    const sender = async (lane: number) => {
      for (let number = 0; sending; number += 1) {
        const subject = `message ${lane}-${number}`;
        offered.add(subject);
        const text = number % 5 === 0 ? 'x'.repeat(20_000) : 'short';
        const transport = nodemailer.createTransport({
          host: '127.0.0.1',
          port: ports.smtp,
          ignoreTLS: true,
          connectionTimeout: 2_000,
        });
        await transport.sendMail({ from: 'a@example.org', to: 'kept@mailroom.test', subject, text }).then(
          () => accepted.add(subject),
          () => new Promise((resolve) => setTimeout(resolve, 20)),
        );
        transport.close();
      }
    };
    const senders = [0, 1, 2, 3].map(sender);
    for (let round = 1; round <= 4; round += 1) {
      const goal = accepted.size + 40;
      await until(() => accepted.size >= goal, { timeoutMs: 60_000, what: `${goal} accepted messages` });
      await end('SIGKILL');
      await start();
    }
    sending = false;
    await Promise.all(senders);
    const api = await manager();
    const list = async () => {
      const subjects: string[] = [];
      for (let cursor = 0, hasMore = true; hasMore;) {
        const page = await api.data('GET', `/emails?accountId=${mailbox.id}&timeSort=1&size=50&cursor=${cursor}`);
        subjects.push(...page.items.map(({ subject }: { subject: string }) => subject));
        ({ hasMore } = page);
        cursor = page.nextCursor;
      }
      return subjects;
    };
    // Oldest first stops before what still waits for a parser, which may have been lost with it and come back later.
    let seen: string[] = [];
    await until(
      async () => {
        seen = await list();
        const shown = new Set(seen);
        return [...accepted].every((subject) => shown.has(subject));
      },
      { timeoutMs: 90_000, what: 'every accepted message to be ready' },
    );
    expect(seen).toHaveLength(new Set(seen).size);
    expect(seen.filter((subject) => !offered.has(subject))).toEqual([]);
  }, 180_000);

  it('refuses a second one on its data directory, in one line and without harm to the first', async () => {
    const second = launch({ MAILROOM_HTTP_PORT: '0', MAILROOM_SMTP_PORT: '0' });
    const [code] = (await once(second, 'exit')) as [number];
    expect(code).not.toBe(0);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toMatch(/already runs on .*stop it first/);
    expect((await (await manager()).call('GET', '/me')).status).toBe(200);
  });

  it('stops cleanly on SIGTERM, its Postgres too, and has everything at the next start', async () => {
    expect(await end('SIGTERM')).toBe(0);
    const url = (await readFile(join(dataDirectory, 'database-url'), 'utf8')).trim();
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await expect(client.connect()).rejects.toThrow(/ECONNREFUSED/);
    await start();
    expect((await (await manager()).data('GET', '/mailboxes')).items).toHaveLength(1);
    expect(await end('SIGINT')).toBe(0);
  }, 60_000);

  it('stops cleanly also when nobody reads its output any more', async () => {
    await start();
    child?.stdout?.destroy();
    child?.stderr?.destroy();
    expect(await end('SIGTERM')).toBe(0);
  }, 60_000);

  it.each([
    ['a port in use', async () => ({ MAILROOM_HTTP_PORT: String((await occupy()).port) }), /^Port \d+ is in use/],
    ['a bad variable', async () => ({ OUTBOUND_MODE: 'pigeon' }), /^OUTBOUND_MODE must be one of/],
    [
      'a data directory that can not be one',
      async () => ({ MAILROOM_DATA_DIR: '/dev/null/x' }),
      /can't write to its data directory/,
    ],
  ])(
    'says what to do about %s and exits with an error',
    async (_, env, message) => {
      const failing = launch(await env());
      const [code] = (await once(failing, 'exit')) as [number];
      expect(code).toBe(1);
      expect(output).toMatch(message);
      expect(output.trim().split('\n')).toHaveLength(1);
    },
    60_000,
  );
});

async function occupy(): Promise<{ port: number }> {
  const server = createServer().unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address() as { port: number };
}
