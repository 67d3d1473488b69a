import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLog } from '@mailroom/observability';
import { until } from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { loadConfig, startStandalone, type Standalone } from '../src/index.js';
import { ApiClient } from './mailroom-fixture.js';

let dataDirectory: string;
let standalone: Standalone;
let manager: ApiClient;
/** The lines of its log, which has the level of a newcomer's. */
const logged: string[] = [];
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'mailroom-restart-'));
  await chmod(dataDirectory, 0o755);
  const config = loadConfig({ MAILROOM_DATA_DIR: dataDirectory, MAILROOM_HTTP_PORT: '0', MAILROOM_SMTP_PORT: '0' });
  const log = createLog(config.logLevel, 'standalone', { write: (line) => void logged.push(line) });
  standalone = await startStandalone(config, log);
  const token = await readFile(standalone.managerTokenFile, 'utf8');
  manager = new ApiClient(`http://127.0.0.1:${standalone.http.port}`, token.trim());
}, 60_000);
afterAll(async () => {
  await standalone.close();
  await rm(dataDirectory, { recursive: true, force: true });
}, 60_000);

it('a database that is restarted in mid-delivery loses nothing: clients hear 451 and succeed later', async () => {
  const { mailbox } = await manager.data('POST', '/mailboxes', { email: 'steady@mailroom.test' });
  const accepted = new Set<string>();
  const refusals: number[] = [];
  let sending = true;
  const sender = async (lane: number) => {
    for (let number = 0; sending; number += 1) {
      const subject = `mail ${lane}-${number}`;
      const transport = nodemailer.createTransport({ host: '127.0.0.1', port: standalone.smtp.port, ignoreTLS: true });
      await transport.sendMail({ from: 'a@example.org', to: 'steady@mailroom.test', subject, text: 'x' }).then(
        () => accepted.add(subject),
        (error: { responseCode?: number }) => refusals.push(error.responseCode ?? 0),
      );
      transport.close();
    }
  };
  const senders = [0, 1, 2].map(sender);
  for (let round = 0; round < 2; round += 1) {
    const goal = accepted.size + 30;
    await until(() => accepted.size >= goal, { what: `${goal} accepted` });
    await standalone.postgres?.restart();
  }
  const goal = accepted.size + 30;
  await until(() => accepted.size >= goal, { timeoutMs: 60_000, what: 'mail to flow again' });
  sending = false;
  await Promise.all(senders);
  expect(refusals.filter((code) => code !== 451)).toEqual([]);
  const seen: string[] = [];
  await until(async () => (await manager.data('GET', `/tasks/stats?accountId=${mailbox.id}`)).total >= accepted.size, {
    timeoutMs: 60_000,
    what: 'every accepted message to be ready',
  });
  for (let cursor = 0, hasMore = true; hasMore;) {
    const page = await manager.data('GET', `/emails?accountId=${mailbox.id}&timeSort=1&size=50&cursor=${cursor}`);
    seen.push(...page.items.map(({ subject }: { subject: string }) => subject));
    ({ hasMore } = page);
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(new Set(seen).size);
  expect([...accepted].filter((subject) => !seen.includes(subject))).toEqual([]);
}, 180_000);

it('a database that dies is started again, and the log tells of it in a line that nothing buries', async () => {
  const before = logged.length;
  process.kill(standalone.postgres?.pid ?? 0, 'SIGKILL');
  await until(
    () => logged.slice(before).some((line) => line.includes('ended unexpectedly (SIGKILL): starting it again')),
    {
      what: 'the line in the log',
    },
  );
  const works = async () => (await manager.call('GET', '/mailboxes')).status === 200;
  await until(works, { timeoutMs: 60_000, what: 'the API to answer' });
  const failures = logged.slice(before).filter((line) => line.includes('a part of the system failed'));
  expect(new Set(failures).size).toBe(failures.length);
  expect(failures.length).toBeLessThan(200);
}, 120_000);
