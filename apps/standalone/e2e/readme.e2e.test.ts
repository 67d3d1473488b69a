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

it('the example of the README works as printed', async () => {
  const readme = await readFile(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');
  const [, example = ''] = /```sh\n([\s\S]+?)```/.exec(readme) ?? [];
  const { http, smtp, managerTokenFile } = mailroom.standalone;
  const script = example
    .replaceAll('localhost:8080', `127.0.0.1:${http.port}`)
    .replaceAll('localhost:2525', `127.0.0.1:${smtp.port}`)
    .replaceAll('.mailroom/manager-token', managerTokenFile);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script]);
  const answers = stdout
    .trim()
    .split(/(?<=})(?={"ok")/)
    .map((text) => JSON.parse(text) as { ok: boolean; data: object });
  expect(answers).toMatchObject([
    { ok: true, data: { subject: 'Hello', task: { status: 'processing', leaseOwner: 'agent-1' } } },
    { ok: true, data: { subject: 'Re: Hello', direction: 'sent' } },
  ]);
});
