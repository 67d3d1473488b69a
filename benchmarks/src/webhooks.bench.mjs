// Measures the time from the 250 to the webhook at 50 messages a second, and at 500: first when nothing has run yet, while
// V8 still compiles, and then again.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { percentile, valueLine } from './figures.mjs';
import { drained } from './system.mjs';

export async function webhooks(system, { quick, report }) {
  const { mailbox } = await system.api('POST', '/mailboxes', { email: 'hook@mailroom.test' });
  const answered = new Map();
  const received = new Map();
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      response.end();
      received.set(JSON.parse(body).data.email.subject, performance.now());
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await system.api('POST', '/webhooks', {
    url: `http://127.0.0.1:${receiver.address().port}/`,
    accountId: mailbox.id,
  });
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: system.smtp, pool: true, ignoreTLS: true });
  const send = async (name, count, pauseMs) => {
    await drained(system);
    const subjects = Array.from({ length: count }, (_, number) => `${name} ${number}`);
    const begun = performance.now();
    for (const [number, subject] of subjects.entries()) {
      await sleep(Math.max(0, begun + number * pauseMs - performance.now()));
      const mail = { from: 'a@example.org', to: 'hook@mailroom.test', subject, text: 'x' };
      void transport.sendMail(mail).then(() => answered.set(subject, performance.now()));
    }
    for (let wait = 0; wait < 600 && !subjects.every((subject) => received.has(subject)); wait += 1) await sleep(50);
    const arrived = subjects.filter((subject) => received.has(subject));
    return { arrived: arrived.length, delays: arrived.map((subject) => received.get(subject) - answered.get(subject)) };
  };
  await send('warm', 100, 20);
  const count = quick ? 250 : 1_000;
  const { arrived, delays } = await send('steady', count, 20);
  const at = (share) => `${percentile(delays, share).toFixed(1)} ms`;
  report(valueLine('250 → webhook at 50 messages/s, p50', at(0.5), '≤ 5 ms', `${arrived} of ${count}`));
  report(valueLine('250 → webhook at 50 messages/s, p99', at(0.99), '≤ 25 ms'));
  const many = quick ? 1_000 : 5_000;
  for (const [name, target] of [
    ['webhooks at 500 messages/s, the first flood', '–'],
    ['webhooks at 500 messages/s', '≤ 150 ms'],
  ]) {
    const flood = await send(name, many, 2);
    const [p50, p99] = [0.5, 0.99].map((part) => `${percentile(flood.delays, part).toFixed(0)} ms`);
    report(valueLine(`${name}, p50`, p50, target, `${flood.arrived} of ${many}, p99 ${p99}`));
  }
  transport.close();
  receiver.close();
  receiver.closeAllConnections();
}
