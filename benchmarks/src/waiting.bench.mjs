// Measures thousands of long polls on one process: from the moment an email is ready to the answer of each client that
// waits.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { percentile, valueLine } from './figures.mjs';
import { drained } from './system.mjs';

const WAITERS_PER_MAILBOX = 5;
const PAUSE_MS = 20;

export async function waiting(system, { quick, report }) {
  const waiters = quick ? 1_000 : 5_000;
  await system.api('POST', '/mailboxes', { email: 'waiters@mailroom.test' });
  const mailboxes = await fill(system.pool, waiters / WAITERS_PER_MAILBOX);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const answered = [];
  const waits = mailboxes.flatMap(({ id }) =>
    Array.from({ length: WAITERS_PER_MAILBOX }, () =>
      waitFor(system, agent, id).then((answer) => answered.push(answer)),
    ),
  );
  await drained(system);
  // We wait until all of them are waiting, which takes longer than any other part.
  await sleep(quick ? 3_000 : 10_000);
  const idle = await busySeconds(system, 3_000);
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: system.smtp, pool: true, ignoreTLS: true });
  const begun = performance.now();
  for (const [number, { address }] of mailboxes.entries()) {
    await sleep(Math.max(0, begun + number * PAUSE_MS - performance.now()));
    void transport.sendMail({ from: 'a@example.org', to: address, subject: 'awaited', text: 'x' });
  }
  await Promise.race([Promise.all(waits), sleep(60_000)]);
  const { rows } = await system.pool.query('select id, ready_at from email where id = any ($1)', [
    answered.map(({ id }) => id),
  ]);
  const readyAt = new Map(rows.map(({ id, ready_at }) => [Number(id), ready_at.getTime()]));
  const delays = answered.filter(({ id }) => id !== null).map(({ id, at }) => at - readyAt.get(id));
  const share = `${delays.length} of ${waiters} answered`;
  report(
    valueLine(`${waiters} waiting: ready → answer, p50`, `${percentile(delays, 0.5).toFixed(0)} ms`, '≤ 50 ms', share),
  );
  report(valueLine(`${waiters} waiting: ready → answer, p99`, `${percentile(delays, 0.99).toFixed(0)} ms`, '≤ 50 ms'));
  report(valueLine(`${waiters} waiting: processor while nothing happens`, `${(idle * 100).toFixed(1)} %`, ''));
  transport.close();
  agent.destroy();
}

/** Creates mailboxes all at once, because creating them is not what is measured. */
async function fill(pool, count) {
  const { rows } = await pool.query(
    `insert into mailbox (tenant_id, user_id, address, domain)
     select tenant_id, user_id, 'waiter' || n || '@mailroom.test', 'mailroom.test'
     from (select tenant_id, user_id from mailbox order by id limit 1) m, generate_series(1, $1::int) n
     returning id, address`,
    [count],
  );
  return rows;
}

function waitFor({ http, token }, agent, accountId) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const options = { host: '127.0.0.1', port: http, path: '/api/agent/v1/emails/wait', method: 'POST', agent, headers };
  return new Promise((resolve, reject) => {
    const call = request(options, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        const at = performance.timeOrigin + performance.now();
        resolve({ at, id: JSON.parse(text).data?.email?.id ?? null });
      });
    });
    call.on('error', reject);
    call.end(JSON.stringify({ accountId, timeoutSeconds: 60 }));
  });
}

/** The share of one processor that the system uses, according to the operating system (Linux). */
async function busySeconds({ child }, ms) {
  const { readFileSync } = await import('node:fs');
  const ticks = () => {
    const [, , ...fields] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(/\) | /);
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await sleep(ms);
  return (ticks() - before) / 100 / (ms / 1_000);
}
