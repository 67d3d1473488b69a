import { afterAll, beforeAll, expect, it } from '@jest/globals';
import nodemailer from 'nodemailer';
import { growth, scrape } from './metrics-reader.js';
import { StandaloneProcess } from './standalone-process.js';

const REQUESTS = 4_000;
const CALLERS = 8;
const OLD = 'nodejs_heap_space_size_used_bytes{space="old"}';

let system: StandaloneProcess;
beforeAll(async () => {
  system = await StandaloneProcess.make({ built: true });
  await system.start();
}, 60_000);
afterAll(() => system.remove());

it('leaves next to nothing of a request that only a full garbage collection would free', async () => {
  const api = await system.manager();
  const { mailbox } = await api.data('POST', '/mailboxes', { email: 'young@mailroom.test' });
  const client = nodemailer.createTransport({ host: '127.0.0.1', port: system.ports.smtp, ignoreTLS: true });
  await client.sendMail({
    from: 'a@example.org',
    to: 'young@mailroom.test',
    subject: 'gears',
    text: 'Gears. '.repeat(300),
  });
  const { email } = await api.data('POST', '/emails/wait', {
    accountId: mailbox.id,
    subject: 'gears',
    timeoutSeconds: 20,
  });
  const ask = async () => {
    const caller = async () => {
      for (let n = 0; n < REQUESTS / CALLERS; n += 1) await api.data('GET', `/emails/${email.id}`);
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  };
  // What is compiled and cached at first stays.
  for (let round = 0; round < 3; round += 1) await ask();
  const before = await scrape(`http://127.0.0.1:${system.ports.http}`);
  await ask();
  const after = await scrape(`http://127.0.0.1:${system.ports.http}`);
  expect(before.get(OLD)).toBeGreaterThan(0);
  expect(growth(before, after, OLD) / REQUESTS).toBeLessThan(1_000);
}, 120_000);
