import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { startHookReceiver, type HookReceiver } from './hook-receiver.js';
import { ApiClient } from './mailroom-fixture.js';
import { launchOperator, type Ran } from './operator-command.js';
import { StandaloneProcess } from './standalone-process.js';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const CONTENT = 'attached '.repeat(5_000);

let source: StandaloneProcess;
const others: StandaloneProcess[] = [];
let folder: string;
let hook: HookReceiver;
let agentToken: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-backups-'));
  file = join(folder, 'first.backup');
  hook = await startHookReceiver();
  source = await StandaloneProcess.make();
  await source.start({ WEBHOOK_ALLOW_PRIVATE: 'loopback' });
  const { token } = await (await source.manager()).data('POST', '/mailboxes', { email: 'kept@mailroom.test' });
  agentToken = token.token;
  await agent(source).data('POST', '/webhooks', { url: `${hook.origin}/hook`, events: ['email.received'] });
}, 60_000);
afterAll(async () => {
  for (const system of [source, ...others]) await system.remove();
  hook.close();
  await rm(folder, { recursive: true });
});

const agent = ({ ports }: StandaloneProcess) => new ApiClient(`http://127.0.0.1:${ports.http}`, agentToken);
const operate = (directory: string, ...args: string[]): Promise<Ran> =>
  launchOperator(args, { MAILROOM_DATA_DIR: directory }).ended;

async function send({ ports }: StandaloneProcess, subject: string, withFile = false): Promise<void> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: ports.smtp, ignoreTLS: true });
  const attachments = withFile ? [{ filename: 'kept.txt', content: CONTENT }] : [];
  const mail = { from: 'a@example.org', to: 'kept@mailroom.test', subject, text: 'The text.', attachments };
  await transport.sendMail(mail).finally(() => transport.close());
}

async function subjects(system: StandaloneProcess): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = 0, hasMore = true; hasMore;) {
    const page = await agent(system).data('GET', `/emails?timeSort=1&size=50&cursor=${cursor}`);
    found.push(...page.items.map(({ subject }: { subject: string }) => subject));
    ({ hasMore } = page);
    cursor = page.nextCursor;
  }
  return found;
}

async function download(system: StandaloneProcess, path: string): Promise<string> {
  const { baseUrl } = agent(system);
  const headers = { authorization: `Bearer ${agentToken}` };
  return (await fetch(`${baseUrl}/api/agent/v1${path}`, { headers })).text();
}

const eventsOf = (subject: string) => hook.hits.filter(({ body }) => body.includes(subject));

describe('a backup', () => {
  it('has every message that was accepted before it, while others arrive, with its task, file and token', async () => {
    for (const subject of ['small one', 'large one']) await send(source, subject, subject === 'large one');
    await until(() => eventsOf('one').length === 2, { what: 'the webhooks' });
    const mine = await agent(source).data('POST', '/tasks/claim-next', { owner: 'me', timeSort: 1 });
    await agent(source).data('PUT', '/tasks/update-batch', { emailIds: [mine.id], status: 'handled', owner: 'me' });
    let running = true;
    const meanwhile: string[] = [];
    const sender = async () => {
      for (let number = 0; running; number += 1) {
        await send(source, `meanwhile ${number}`, number % 3 === 0);
        meanwhile.push(`meanwhile ${number}`);
      }
    };
    const sending = sender();
    await until(() => meanwhile.length > 3, { what: 'mail to arrive' });
    const before = [...meanwhile];
    const ran = await operate(source.dataDirectory, 'backup', file);
    running = false;
    await sending;
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.partial`)).toBe(false);

    const other = await StandaloneProcess.make();
    others.push(other);
    expect(await operate(other.dataDirectory, 'restore', file)).toMatchObject({ code: 0, stderr: '' });
    const hitsBefore = hook.hits.length;
    await other.start({ WEBHOOK_ALLOW_PRIVATE: 'loopback' });
    expect(await readFile(join(other.dataDirectory, 'manager-token'))).toEqual(
      await readFile(join(source.dataDirectory, 'manager-token')),
    );
    expect((await (await other.manager()).data('GET', '/mailboxes')).items).toHaveLength(1);
    const restored = await subjects(other);
    expect(restored).toEqual(expect.arrayContaining(['small one', 'large one', ...before]));
    expect(new Set(restored).size).toBe(restored.length);

    const { items } = await agent(other).data('GET', '/emails?size=50&timeSort=1');
    for (const { id, subject } of items) {
      expect(await download(other, `/emails/${id}/raw`)).toBe(await download(source, `/emails/${id}/raw`));
      if (subject !== 'large one') continue;
      const { attachments } = await agent(other).data('GET', `/emails/${id}`);
      expect(await download(other, `/attachments/${attachments[0].id}/content`)).toBe(CONTENT);
    }
    const next = await agent(other).data('POST', '/tasks/claim-next', { owner: 'me', timeSort: 1 });
    expect(next).toMatchObject({ subject: 'large one' });

    await send(other, 'after the restore');
    await until(() => eventsOf('after the restore').length === 1, { what: 'the webhook of new mail' });
    const again = hook.hits.slice(hitsBefore).filter(({ body }) => / one"/.test(body));
    expect(again).toEqual([]);
    const found = await agent(other).data('GET', '/emails/search?q=large');
    expect(found.items).toMatchObject([{ subject: 'large one' }]);
  }, 150_000);

  it('is refused where it is damaged, cut off or no backup, before anything is changed', async () => {
    const whole = await readFile(file);
    const middle = Buffer.from(whole);
    middle.writeUInt8(middle.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
    const contents = { middle, short: whole.subarray(0, whole.length - 500), other: Buffer.from('no backup at all') };
    const empty = await mkdtemp(join(folder, 'empty-'));
    for (const [name, content] of Object.entries(contents)) {
      const bad = join(folder, `${name}.backup`);
      await writeFile(bad, content);
      const ran = await operate(empty, 'restore', bad);
      expect({ name, ...ran }).toMatchObject({ name, code: 1, stdout: '' });
      expect(ran.stderr).toMatch(/^\S+ is no whole backup \(.+\): use another one\.\n$/);
      expect(await readdir(empty)).toEqual([]);
    }
    expect((await operate(empty, 'restore', join(folder, 'absent'))).stderr).toMatch(/^[^\n]*absent[^\n]*\n$/);
  }, 60_000);

  it('never takes the place of anything: an installation, a file, or one that is not there', async () => {
    const messages = [
      await operate(source.dataDirectory, 'restore', file),
      await operate(source.dataDirectory, 'backup', file),
      await operate(join(folder, 'nowhere'), 'backup', join(folder, 'second.backup')),
      await launchOperator(['backup', file], {
        MAILROOM_DATA_DIR: source.dataDirectory,
        DATABASE_URL: 'postgres://a/b',
      }).ended,
    ];
    expect(messages.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    const patterns = [/is not empty: set/, /is there already: name/, /no installation in \S+nowhere/, /pg_dump/];
    for (const [index, { stderr }] of messages.entries()) {
      expect(stderr).toMatch(patterns[index] ?? /never/);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  }, 60_000);

  it('is not restored into a directory that can not be made, which is said at once', async () => {
    const { child, ended } = launchOperator(['restore', file], { MAILROOM_DATA_DIR: '/proc/mailroom' });
    const limit = setTimeout(() => child.kill('SIGKILL'), 20_000);
    expect(await ended).toEqual({
      code: 1,
      stdout: '',
      stderr: "/proc/mailroom can't be made (ENOENT): set MAILROOM_DATA_DIR to another directory.\n",
    });
    clearTimeout(limit);
  }, 60_000);

  it('that is killed leaves no file of that name, and the next one is made', async () => {
    const path = join(folder, 'killed.backup');
    const { child, ended } = launchOperator(['backup', path], { MAILROOM_DATA_DIR: source.dataDirectory });
    await until(() => existsSync(`${path}.partial`), { pauseMs: 1, what: 'the backup to begin' });
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(path)).toBe(false);
    expect(await operate(source.dataDirectory, 'backup', path)).toMatchObject({ code: 0 });
    expect((await readdir(folder)).filter((name) => name.startsWith('killed'))).toEqual(['killed.backup']);
  }, 60_000);

  it('is restored by another user, also once a restore was killed, which does not start', async () => {
    const other = await StandaloneProcess.make();
    others.push(other);
    const own = join(other.dataDirectory, 'data');
    const copy = join(other.dataDirectory, 'copy.backup');
    await writeFile(copy, await readFile(file), { mode: 0o600 });
    const uid = isRoot ? NOBODY : undefined;
    if (uid !== undefined) for (const path of [other.dataDirectory, copy]) await chown(path, uid, uid);
    const env = { MAILROOM_DATA_DIR: own };
    const killed = launchOperator(['restore', copy], env, uid);
    await until(() => existsSync(join(own, 'blobs')), { pauseMs: 1, what: 'the restore to come to the blobs' });
    killed.child.kill('SIGKILL');
    await killed.ended;
    const started = await launchOperator(['jobs', 'unknown'], env, uid).ended;
    expect(started).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^A restore into \S+ was interrupted: run/),
    });
    const restored = await launchOperator(['restore', copy], env, uid).ended;
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    if (uid !== undefined) expect((await stat(join(own, 'postgres'))).uid).toBe(uid);
    const tokens = await launchOperator(['tokens', 'issue', '--json'], env, uid).ended;
    expect(JSON.parse(tokens.stdout)).toMatchObject([{ tenant: 'tnt_default' }]);
    // And back: root's Postgres goes on as the user whom the database belongs to.
    const back = join(other.dataDirectory, 'back.backup');
    expect(await operate(own, 'backup', back)).toMatchObject({ code: 0, stderr: '' });
    const last = join(other.dataDirectory, 'last');
    expect(await operate(last, 'restore', back)).toMatchObject({ code: 0, stderr: '' });
  }, 150_000);
});
