import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { StandaloneProcess } from './standalone-process.js';

let system: StandaloneProcess;
beforeAll(async () => {
  system = await StandaloneProcess.make({ built: true });
});
afterAll(() => system.remove());

describe('the process of npm start', () => {
  it('stops cleanly on SIGTERM, its Postgres too, and has everything at the next start', async () => {
    await system.start();
    const { mailbox } = await (await system.manager()).data('POST', '/mailboxes', { email: 'impatient@mailroom.test' });
    expect(await system.end('SIGTERM')).toBe(0);
    const url = (await readFile(join(system.dataDirectory, 'database-url'), 'utf8')).trim();
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await expect(client.connect()).rejects.toThrow(/ECONNREFUSED/);
    await system.start();
    expect((await (await system.manager()).data('GET', '/mailboxes')).items).toMatchObject([{ id: mailbox.id }]);
    expect(await system.end('SIGINT')).toBe(0);
  }, 60_000);

  it('takes Ctrl-C, which npm sends twice, for one signal at every moment of its life', async () => {
    const moments = {
      'Postgres runs': () => system.postgresRuns(),
      'it is ready': () => system.output.includes('Mailroom is ready'),
    };
    for (const [moment, isThere] of Object.entries(moments)) {
      const child = system.launch();
      const exited = once(child, 'exit');
      await until(isThere, { what: moment });
      child.kill('SIGINT');
      child.kill('SIGINT');
      expect({ moment, exit: await exited }).toEqual({ moment, exit: [0, null] });
      expect({ moment, left: system.postgresRuns() }).toEqual({ moment, left: false });
    }
  }, 60_000);

  it('takes Postgres with it when a person has lost patience', async () => {
    await system.start();
    // A client in the middle of a message keeps the first signal waiting.
    const client = await SmtpDialogue.open(system.ports.smtp);
    for (const command of ['EHLO a', 'MAIL FROM:<a@example.org>', 'RCPT TO:<impatient@mailroom.test>', 'DATA']) {
      await client.say(command);
    }
    system.child?.kill('SIGINT');
    await until(() => system.output.includes('finishing what is under way'));
    const firstAt = performance.now();
    await until(() => performance.now() - firstAt > 2_100);
    expect(await system.end('SIGINT')).toBe(130);
    await until(() => !system.postgresRuns(), { what: 'Postgres to end' });
    client.close();
  }, 60_000);

  it('is ready once mail and calls are answered, and not before', async () => {
    system.child = system.launch();
    const { http, smtp } = system.ports;
    const status = (path: string) =>
      fetch(`http://127.0.0.1:${http}${path}`).then(
        ({ status: code }) => code,
        () => 0,
      );
    await until(async () => (await status('/readyz')) === 200, { pauseMs: 1 });
    const client = await SmtpDialogue.open(smtp);
    client.close();
    expect(client.greeting).toMatch(/^220 /);
    expect(await status('/api/agent/v1/openapi.json')).toBe(200);
    expect(await system.end('SIGTERM')).toBe(0);
  }, 60_000);

  it('prints a first command that works as often as it is run, wherever the data directory is', async () => {
    await chmod(system.dataDirectory, 0o755);
    await system.start({ MAILROOM_DATA_DIR: join(system.dataDirectory, "it's here") });
    const [, command = ''] = /Try it: .*\n\n([\s\S]+?)\n\n/.exec(system.output) ?? [];
    const run = async () => JSON.parse((await promisify(execFile)('sh', ['-ec', command])).stdout) as object;
    const first = await run();
    // The name of the next mailbox is that of another second.
    await sleep(1_000);
    for (const answer of [first, await run()]) {
      expect(answer).toMatchObject({
        ok: true,
        data: { mailbox: { email: expect.stringMatching(/@mailroom\.test$/) } },
      });
    }
    expect(await system.end('SIGTERM')).toBe(0);
  }, 60_000);

  it('refuses a request that it can not read in the form of the surface to which it was sent', async () => {
    await system.start();
    const [fix, message] = [expect.stringMatching(/^Send .*\.$/), expect.stringMatching(/ not readable HTTP\.$/)];
    const plain = { error: 'invalid_request', message, fix };
    const forms: [string, object][] = [
      ['/v2/messages', { ...plain, request_id: '' }],
      ['/v1/messages', { ...plain, requestId: '' }],
      ['/public/signup', { ...plain, requestId: '' }],
      ['/admin/api/tenants', { ...plain, requestId: '' }],
      ['/api/agent/v1/me', { ok: false, code: 400, message, error: { type: 'invalid_request', fix } }],
      ['/mcp', { jsonrpc: '2.0', error: { message, data: { type: 'invalid_request', fix } } }],
    ];
    for (const [path, form] of forms) {
      const socket = connect(system.ports.http, '127.0.0.1').setEncoding('utf8');
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nno header\r\n\r\n`);
      const [, body = ''] = ((await socket.toArray()) as string[]).join('').split('\r\n\r\n');
      expect({ path, body: JSON.parse(body) as object }).toMatchObject({ path, body: form });
    }
    expect(await system.end('SIGTERM')).toBe(0);
  }, 60_000);

  it('names a setting that it does not know, and starts all the same', async () => {
    await system.start({ MAILROOM_HTTP_PROT: '8081' });
    expect(system.output).toMatch(/^MAILROOM_HTTP_PROT is not a setting of Mailroom; these are: .*MAILROOM_HTTP_PORT/);
    expect(await system.end('SIGTERM')).toBe(0);
  }, 60_000);

  it('names the place of a database that is not in its data directory, and does not start without it', async () => {
    await chmod(system.dataDirectory, 0o755);
    const closed = await mkdtemp(join(system.dataDirectory, 'closed-'));
    const env = { MAILROOM_DATA_DIR: join(closed, 'data') };
    await system.start(env);
    const [, place] = /Database {7}(\/var\/lib\/mailroom\/[0-9a-f]{16}\/postgres), which/.exec(system.output) ?? [];
    expect(await system.end('SIGTERM')).toBe(0);
    // Only as root does Postgres run as a user who can't pass through the closed directory.
    expect(place !== undefined).toBe(process.getuid?.() === 0);
    await rm(place ?? join(closed, 'data/postgres'), { recursive: true });
    const [code] = (await once(system.launch(env), 'exit')) as [number];
    expect({ code, output: system.output }).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^\S+ is that of an installation .* is missing: bring that .*\n$/),
    });
    if (place !== undefined) await rm(dirname(place), { recursive: true });
  }, 60_000);

  it('does not start without the folder of blobs that its database names', async () => {
    await system.start();
    const manager = await system.manager();
    const { mailbox } = await manager.data('POST', '/mailboxes', { email: 'large@mailroom.test' });
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: system.ports.smtp, ignoreTLS: true });
    await transport.sendMail({ from: 'ada@example.org', to: mailbox.email, text: 'x '.repeat(20_000) });
    transport.close();
    expect(await system.end('SIGTERM')).toBe(0);
    const [blobs, away] = [join(system.dataDirectory, 'blobs'), join(system.dataDirectory, 'away')];
    await rename(blobs, away);
    const [code] = (await once(system.launch(), 'exit')) as [number];
    expect({ code, output: system.output }).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /^\S+blobs is missing or empty, and the database has messages that lie there: .*\n$/,
      ),
    });
    await rm(blobs, { recursive: true, force: true });
    await rename(away, blobs);
  }, 60_000);

  it('stops cleanly also when nobody reads its output any more', async () => {
    await system.start();
    system.child?.stdout?.destroy();
    system.child?.stderr?.destroy();
    expect(await system.end('SIGTERM')).toBe(0);
  }, 60_000);

  it.each([
    ['an HTTP port in use', async () => ({ MAILROOM_HTTP_PORT: String((await occupy()).port) }), /^Port \d+ is in use/],
    ['an SMTP port in use', async () => ({ MAILROOM_SMTP_PORT: String((await occupy()).port) }), /^Port \d+ is in use/],
    ['a bad variable', async () => ({ OUTBOUND_MODE: 'pigeon' }), /^OUTBOUND_MODE must be one of/],
    [
      'a data directory that can not be one',
      async () => ({ MAILROOM_DATA_DIR: '/dev/null/x' }),
      /can't write to its data directory/,
    ],
  ])(
    'says what to do about %s and exits with an error',
    async (_, env, message) => {
      const failing = system.launch({ LOG_LEVEL: 'warn', ...(await env()) });
      const [code] = (await once(failing, 'exit')) as [number];
      expect(code).toBe(1);
      expect(system.output).toMatch(message);
      expect(system.output.trim().split('\n')).toHaveLength(1);
    },
    60_000,
  );
});

/** An SMTP conversation, one line at a time. */
class SmtpDialogue {
  private constructor(
    private readonly socket: Socket,
    readonly greeting: string,
  ) {}

  static async open(port: number): Promise<SmtpDialogue> {
    const socket = connect(port, '127.0.0.1');
    return new SmtpDialogue(socket, await replyOn(socket));
  }

  async say(command: string): Promise<string> {
    this.socket.write(`${command}\r\n`);
    return replyOn(this.socket);
  }

  close(): void {
    this.socket.destroy();
  }
}

async function replyOn(socket: Socket): Promise<string> {
  const [reply] = (await once(socket, 'data')) as [Buffer];
  return reply.toString();
}

async function occupy(): Promise<{ port: number }> {
  const server = createServer().unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address() as { port: number };
}
