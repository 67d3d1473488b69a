import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

const main = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

let mailroom: Mailroom;
let directory: string;
let managerToken: string;
beforeAll(async () => {
  mailroom = await startMailroom();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-cli-'));
  managerToken = mailroom.manager.token;
});
afterAll(async () => {
  await mailroom.close();
  await rm(directory, { recursive: true, force: true });
});

type Ended = { code: number | null; stdout: string; stderr: string };

function start(args: readonly string[], env: Record<string, string> = {}, stdin = '') {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: directory,
    env: { PATH: process.env.PATH, MAILROOM_URL: mailroom.manager.baseUrl, ...env },
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (ended.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (ended.stderr += String(chunk)));
  child.stdin.end(stdin);
  const end = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ ...ended, code })));
  return { child, ended, end };
}

const run = (args: readonly string[], env: Record<string, string> = {}, stdin = '') => start(args, env, stdin).end;

let boxes = 0;
async function box() {
  const address = `cli${(boxes += 1)}@${mailroom.domain}`;
  const { stdout } = await run(['--json', 'mailboxes', 'create', address], { MAILROOM_TOKEN: managerToken });
  const { mailbox, token } = JSON.parse(stdout);
  return { id: mailbox.id as number, address, env: { MAILROOM_TOKEN: token.token as string } };
}
const mailTo = (address: string, subject: string, text = 'Hello') =>
  mailroom.send({ from: 'Ada <ada@example.org>', to: address, subject, text });

describe('the command mailroom', () => {
  it('creates mailboxes with the token that an installation in this folder left', async () => {
    const tokenFile = join(directory, 'token');
    await writeFile(tokenFile, `${managerToken}\n`);
    const { code, stdout } = await run(['mailboxes', 'create', `first@${mailroom.domain}`], {
      MAILROOM_TOKEN_FILE: tokenFile,
    });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^mailbox \d+ {2}first@\w+\.test\ntoken {3}mrt_\w+\n$/),
    });
    const list = await run(['mailboxes', 'list'], { MAILROOM_TOKEN: managerToken });
    expect(list.stdout).toMatch(/^id +email +name +status +latestEmailAt\n/);
    expect(list.stdout).toContain(`first@${mailroom.domain}`);
  });

  it('takes the address of a mailbox wherever it takes the id', async () => {
    const { id, address } = await box();
    const manager = { MAILROOM_TOKEN: managerToken };
    const onMailbox = async (named: string) => {
      const token = await run(['mailboxes', 'token', named, '--scope', 'read'], manager);
      const stats = await run(['--json', 'tasks', 'stats', '--account', named], manager);
      const list = await run(['emails', 'list', '--account', named], manager);
      return { token: token.code, accountId: JSON.parse(stats.stdout).accountId, list: list.stdout };
    };
    const expected = { token: 0, accountId: id, list: 'nothing\n' };
    for (const named of [String(id), address, address.toUpperCase()]) expect(await onMailbox(named)).toEqual(expected);
    expect(await run(['emails', 'list', '--account', `nobody@${mailroom.domain}`], manager)).toEqual({
      code: 2,
      stdout: '',
      stderr: `This token has no access to a mailbox nobody@${mailroom.domain}.\n`,
    });
    expect(await run(['emails', 'list', '--account', 'desk'], manager)).toMatchObject({ code: 2, stdout: '' });
  });

  it('lists every mailbox, however many pages that takes', async () => {
    await Promise.all(Array.from({ length: 51 }, () => mailroom.mailbox()));
    const { stdout } = await run(['--json', 'mailboxes', 'list'], { MAILROOM_TOKEN: managerToken });
    const ids = JSON.parse(stdout).map(({ id }: { id: number }) => id);
    expect(ids.length).toBeGreaterThan(50);
    expect(ids).toEqual([...new Set<number>(ids)].toSorted((a, b) => a - b));
  });

  it('creates a mailbox only where it is missing, when that is asked for', async () => {
    const create = ['--json', 'mailboxes', 'create', `again@${mailroom.domain}`, '--if-missing'];
    const once = JSON.parse((await run(create, { MAILROOM_TOKEN: managerToken })).stdout);
    const again = JSON.parse((await run(create, { MAILROOM_TOKEN: managerToken })).stdout);
    expect(again.mailbox.id).toBe(once.mailbox.id);
    const { code } = await run(['tasks', 'stats'], { MAILROOM_TOKEN: again.token.token });
    expect(code).toBe(0);
    expect(await run(create.slice(0, -1), { MAILROOM_TOKEN: managerToken })).toMatchObject({ code: 6 });
  });

  it('takes an agent from a task to its answer', async () => {
    const { address, env } = await box();
    await mailTo(address, 'Which gear?');
    const claimed = await run(['tasks', 'claim', '--owner', 'a', '--wait', '20', '--json'], env);
    const email = JSON.parse(claimed.stdout);
    expect(email).toMatchObject({ subject: 'Which gear?', task: { leaseOwner: 'a' } });
    const reply = await run(['reply', String(email.id), '--done', '--owner', 'a'], env, 'The small one.');
    expect(reply).toMatchObject({ code: 0, stdout: expect.stringMatching(/^email \d+ to ada@example\.org is /) });
    const sent = await run(['emails', 'list', '--sent', '--json'], env);
    expect(JSON.parse(sent.stdout)).toMatchObject([{ subject: 'Re: Which gear?' }]);
    expect((await run(['tasks', 'stats'], env)).stdout).toMatch(/handled +1 +0/);
    expect(await run(['tasks', 'claim'], env)).toMatchObject({ code: 3, stdout: 'nothing\n' });
  });

  it('claims, gives back and finishes tasks, and tells scripts of a conflict', async () => {
    const { address, env } = await box();
    await mailTo(address, 'Task');
    const { stdout } = await run(['tasks', 'claim', '--owner', 'a', '--wait', '20', '--json'], env);
    const { id } = JSON.parse(stdout);
    expect(await run(['tasks', 'done', String(id), '--owner', 'b'], env)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('(lease_conflict)'),
    });
    expect((await run(['tasks', 'release', String(id), '--owner', 'a'], env)).stdout).toBe(`task ${id} is new\n`);
    expect((await run(['tasks', 'list'], env)).stdout).toMatch(/Task +new/);
    const done = await run(['tasks', 'done', String(id), '--status', 'needs_human', '--reason', 'angry'], env);
    expect(done.stdout).toBe(`task ${id} is needs_human\n`);
  });

  it('lists, searches and reads mail, with what came from outside unable to move the cursor', async () => {
    const { address, env } = await box();
    await mailTo(address, 'In\u001b[31mvoice', 'Pay \u001b[2Jnow. Your code is 424242.');
    await until(async () => (await run(['emails', 'search', 'pay', '--json'], env)).stdout.includes('424242'));
    const list = await run(['emails', 'list'], env);
    expect(list.stdout).not.toContain('\u001b');
    const [, id = ''] = /^(\d+)/m.exec(list.stdout) ?? [];
    const read = await run(['emails', 'read', id], env);
    expect(read.stdout).toMatch(/^From: Ada <ada@example\.org>\nTo: /);
    expect(read.stdout).toContain('Code: 424242\n');
    expect(read.stdout).not.toContain('\u001b');
    expect((await run(['emails', 'read', id, '--raw'], env)).stdout).toMatch(/^Subject: /m);
  });

  it('waits for a code and prints it alone', async () => {
    const { address, env } = await box();
    const waiting = run(['emails', 'wait', '--has', 'code', '--code', '--after', '1'], env);
    await mailTo(address, 'no code');
    await mailTo(address, 'Sign in', 'Your verification code is 998877');
    expect(await waiting).toMatchObject({ code: 0, stdout: '998877\n' });
    expect(await run(['emails', 'wait', '--timeout', '1'], env)).toMatchObject({ code: 3 });
  });

  it('sends mail with files, once for one key', async () => {
    const { env } = await box();
    await writeFile(join(directory, 'note.txt'), 'a note');
    const send = () =>
      run(
        [
          'send',
          '--to',
          'bob@example.org',
          '--subject',
          'Note',
          '--text',
          'see file',
          '--attach',
          'note.txt',
          '--key',
          'k',
          '--json',
        ],
        env,
      );
    const [first, second] = [await send(), await send()];
    expect(JSON.parse(first.stdout)).toMatchObject({
      subject: 'Note',
      attachments: [{ filename: 'note.txt', size: 6 }],
    });
    expect(JSON.parse(second.stdout).id).toBe(JSON.parse(first.stdout).id);
  });

  it('prints events as they come, until it is interrupted', async () => {
    const { address, env } = await box();
    const listening = start(['webhooks', 'listen', '--types', 'email.received'], env);
    const count = async () => {
      await mailTo(address, 'an event');
      return listening.ended.stdout.includes('an event');
    };
    await until(count);
    expect(listening.ended.stdout).toMatch(
      /Z {2}email\.received {3}mailbox \d+ {2}email \d+ {2}ada@example\.org {2}an event\n/,
    );
    listening.child.kill('SIGINT');
    expect(await listening.end).toMatchObject({ code: 0, stderr: '' });
  });

  it('keeps webhooks', async () => {
    const { env } = await box();
    const created = await run(['webhooks', 'create', 'http://127.0.0.1:9/hook', '--json'], env);
    const { webhookId, secret } = JSON.parse(created.stdout);
    expect(secret).toMatch(/^whsec_/);
    expect((await run(['webhooks', 'list'], env)).stdout).toContain('http://127.0.0.1:9/hook');
    expect((await run(['webhooks', 'delete', String(webhookId)], env)).stdout).toBe(`webhook ${webhookId} deleted\n`);
  });

  it.each<[string, string[], Record<string, string>, number, RegExp]>([
    ['a wrong token', ['emails', 'list'], { MAILROOM_TOKEN: 'mrt_x' }, 4, /invalid_token/],
    ['no token', ['emails', 'list'], {}, 2, /There is no token/],
    ['an unknown command', ['fly'], {}, 2, /unknown command/],
    ['an email id that is none', ['emails', 'read', 'x'], { MAILROOM_TOKEN: 'mrt_x' }, 2, /not a positive number/],
    ['a URL that is none', ['emails', 'list', '--url', 'nonsense'], {}, 2, /is not an http URL/],
    [
      'a service that is away',
      ['emails', 'list', '--url', 'http://127.0.0.1:1'],
      { MAILROOM_TOKEN: 'x' },
      7,
      /could not be reached/,
    ],
  ])('ends with a code for %s', async (_, args, env, code, message) => {
    expect(await run(args, env)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('tells scripts that something is not there, and shows help without failing', async () => {
    const { env } = await box();
    expect(await run(['emails', 'read', '999999'], env)).toMatchObject({ code: 5 });
    expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Exit codes') });
    expect(await run(['send', '--to', 'x', '--subject', 's', '--text', 't'], env)).toMatchObject({ code: 2 });
  });
});
