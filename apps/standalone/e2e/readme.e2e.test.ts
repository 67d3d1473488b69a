import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

async function examples(): Promise<string[]> {
  const readme = await readFile(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');
  return [...readme.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, example = '']) => example);
}

const bash = (script: string, env: Record<string, string> = {}) =>
  promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env: { ...process.env, ...env } });

it('the first example of the README works as printed', async () => {
  const [example = ''] = await examples();
  const { baseUrl, smtpPort, managerTokenFile } = mailroom;
  const script = example
    .replaceAll('http://localhost:8080', baseUrl)
    .replaceAll('localhost:2525', `127.0.0.1:${smtpPort}`)
    .replaceAll('.mailroom/manager-token', managerTokenFile);
  const { stdout } = await bash(script);
  const answers = stdout
    .trim()
    .split(/(?<=})(?={"ok")/)
    .map((text) => JSON.parse(text) as { ok: boolean; data: object });
  expect(answers).toMatchObject([
    { ok: true, data: { subject: 'Hello', task: { status: 'processing', leaseOwner: 'agent-1' } } },
    { ok: true, data: { subject: 'Re: Hello', direction: 'sent' } },
  ]);
});

it('the second one goes on from there, with the command', async () => {
  const [, example = ''] = await examples();
  const main = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
  const { baseUrl, token } = mailroom.manager;
  const { stdout } = await bash(`mailroom() { '${process.execPath}' '${main}' "$@"; }\n${example}`, {
    MAILROOM_URL: baseUrl,
    MAILROOM_TOKEN: token,
  });
  expect(stdout).toMatch(/^mailbox 2 {2}desk@mailroom\.test\ntoken {3}mrt_/);
  expect(stdout).toMatch(/\nemail \d+ to desk@mailroom\.test is \w+\n424242\nTask \d+, lease lse_/);
  expect(stdout).toMatch(/\nSubject: Sign in\n/);
  expect(stdout).toMatch(/\nid +at +from +subject +code +status\n\d+ .*Sign in +424242 +processing\n$/);
});

it('the third one is a program with the client', async () => {
  const readme = await readFile(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');
  const [, program = ''] = /```js\n([\s\S]+?)```/.exec(readme) ?? [];
  const { baseUrl, token } = mailroom.manager;
  const { items } = await mailroom.manager.data('GET', '/tasks?accountId=2&status=processing&includeLocked=true');
  await mailroom.manager.data('POST', `/emails/${items[0].id}/release`, { owner: 'me', status: 'processing' });
  const source = program.replaceAll('http://localhost:8080', baseUrl);
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, MAILROOM_TOKEN: token },
  });
  expect(stdout).toBe('Sign in: 424242\n');
});
