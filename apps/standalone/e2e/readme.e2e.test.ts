import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startOwnMailroom, type OwnMailroom } from './mailroom-fixture.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let mailroom: OwnMailroom;
let commands: string[];
let program: string;
beforeAll(async () => {
  mailroom = await startOwnMailroom();
  const readme = await readFile(`${root}/README.md`, 'utf8');
  commands = [...readme.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, example = '']) => here(example));
  program = here(/```js\n([\s\S]+?)```/.exec(readme)?.[1] ?? '');
});
afterAll(() => mailroom.close());

/** An example exactly as printed, except for where this system listens and keeps its token. */
const here = (example: string) =>
  example
    .replaceAll('http://localhost:8080', mailroom.baseUrl)
    .replaceAll('localhost:2525', `127.0.0.1:${mailroom.smtpPort}`)
    .replaceAll('.mailroom/manager-token', mailroom.managerTokenFile);

const run = (command: string, ...args: string[]) =>
  promisify(execFile)(command, args, {
    cwd: root,
    env: { ...process.env, MAILROOM_URL: mailroom.baseUrl, MAILROOM_TOKEN_FILE: mailroom.managerTokenFile },
  });

async function deskId(): Promise<number> {
  const { items } = await mailroom.manager.data('GET', '/mailboxes?email=desk@mailroom.test');
  return items[0].id;
}

describe.each(['once', 'twice'])('the README, pasted %s from top to bottom', (time) => {
  it('shows a mailbox, a code and a task with the command', async () => {
    const { stdout } = await run('sh', '-ec', commands[0] ?? '');
    expect(stdout).toMatch(/^mailbox \d+ {2}desk@mailroom\.test\ntoken {3}mrt_/);
    expect(stdout).toMatch(/\nemail \d+ to desk@mailroom\.test is \w+\n424242\nTask \d+, lease lse_/);
    expect(stdout).toMatch(/\nSubject: Sign in\n/);
    expect(stdout).toMatch(/\nid +at +from +subject +code +status\n\d+ .*Sign in +424242 +processing\n/);
  });

  it('shows a task claimed and answered over HTTP', async () => {
    const { stdout } = await run('sh', '-ec', commands[1] ?? '');
    const answers = stdout.split(/(?<=})\s*(?={"ok")/).map((text) => JSON.parse(text) as object);
    expect(answers).toMatchObject([
      { ok: true, data: { subject: 'Hello', task: { status: 'processing', leaseOwner: 'agent-1' } } },
      { ok: true, data: { subject: 'Re: Hello', direction: 'sent' } },
    ]);
  });

  it('shows a program with the client, which follows its own mail among others', async () => {
    // The first time left one behind whose task has ended.
    const subject = `Gears ${time}`;
    await mailroom.send({ from: 'ada@example.org', to: 'desk@mailroom.test', subject, text: 'Which one?' });
    const { token } = await mailroom.manager.data('POST', `/mailboxes/${await deskId()}/tokens`, {});
    const desk = new ApiClient(mailroom.baseUrl, token);
    const { id } = await mailroom.received(desk, subject);
    const { stdout } = await run(process.execPath, '--input-type=module', '-e', program);
    expect(stdout).toBe('Sign in: 989898\n');
    expect(await desk.data('GET', `/emails/${id}`)).toMatchObject({ task: { status: 'new' } });
    await desk.data('PUT', `/emails/${id}/task`, { status: 'handled', owner: 'me' });
  });
});
