// Measures how soon mail that can be read can be found too, while it comes in at a steady rate, and how fast the index is
// made when nothing else is at work.
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '@mailroom/database';
import nodemailer from 'nodemailer';
import { percentile, valueLine } from './figures.mjs';
import { mailPool } from './mail/pool.mjs';
import { searchParts } from './search-parts.mjs';
import { allSearchable, drained, settled } from './system.mjs';

const ADDRESS = 'found@mailroom.test';
const PER_SECOND = 300;
const WARM_SECONDS = 5;
const POLL_MS = 20;
/** Mail becomes ready out of the order of its ids, but not by more of them than that. */
const OUT_OF_ORDER = 2_000;

const ready = 'select id from email where mailbox_id = $1 and id > $2 and ready_at is not null';
const found = `select e.id, e.ready_at as "readyAt" from unnest($2::bigint[]) as u (id)
  join email e on e.mailbox_id = $1 and e.id = u.id join email_index i on i.mailbox_id = $1 and i.email_id = u.id`;

export async function indexing(system, { quick, report }) {
  const { mailbox } = await system.api('POST', '/mailboxes', { email: ADDRESS });
  const mail = await mailPool({ count: 1_000 });
  await sendSteadily(system, mail, WARM_SECONDS);
  await allSearchable(system);
  const watch = watchIndex(system, mailbox.id);
  const sent = await sendSteadily(system, mail, quick ? 5 : 30);
  await drained(system);
  await allSearchable(system);
  const delays = await watch.end();
  const what = `readable → searchable at ${PER_SECOND} messages of 2 KB/s`;
  const of = `${delays.length} of ${sent}`;
  report(valueLine(`${what}, p50`, `${percentile(delays, 0.5).toFixed(0)} ms`, '–', of));
  report(valueLine(`${what}, p99`, `${percentile(delays, 0.99).toFixed(0)} ms`, '≤ 2000 ms'));
  await settled(system.pool);
  const { count, seconds } = await indexAnew(system);
  report(
    valueLine(
      'indexing of 2 KB, nothing else at work',
      `${(count / seconds).toFixed(0)}/s`,
      '≥ 1000/s',
      `${count} emails`,
    ),
  );
}

/** Returns how many messages were accepted. */
async function sendSteadily({ smtp }, mail, seconds) {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: smtp, pool: true, ignoreTLS: true });
  const envelope = { from: 'ada@example.org', to: ADDRESS };
  const begun = performance.now();
  const answers = [];
  for (let number = 0; number < PER_SECOND * seconds; number += 1) {
    await sleep(Math.max(0, begun + (number * 1_000) / PER_SECOND - performance.now()));
    answers.push(transport.sendMail({ envelope, raw: Buffer.from(mail.next(), 'latin1') }));
  }
  await Promise.all(answers);
  transport.close();
  return answers.length;
}

/** Looks every few milliseconds which emails came into the index, by the clock of the database, which is that of this machine. */
function watchIndex({ pool }, mailboxId) {
  const delays = [];
  const [known, waiting] = [new Set(), new Set()];
  let [going, begun, newest] = [true, 0, 0];
  const look = async () => {
    const after = Math.max(begun, newest - OUT_OF_ORDER);
    for (const { id } of (await pool.query(ready, [mailboxId, after])).rows) {
      newest = Math.max(newest, id);
      if (known.has(id)) continue;
      known.add(id);
      waiting.add(id);
    }
    const { rows } = await pool.query(found, [mailboxId, [...waiting]]);
    const now = Date.now();
    for (const { id, readyAt } of rows) if (waiting.delete(id)) delays.push(now - readyAt.getTime());
  };
  const watching = (async () => {
    begun = Number((await pool.query('select coalesce(max(id), 0) as id from email')).rows[0].id);
    for (; going; await sleep(POLL_MS)) await look();
  })();
  const end = async () => {
    going = false;
    await watching;
    return delays;
  };
  return { end };
}

/** Forgets the index and makes it of all mail, in this process, while the system rests. */
async function indexAnew({ url }) {
  const database = new Database({ url, poolSize: 4, answerMs: 600_000 });
  const { index, indexing: made } = searchParts(database);
  await index.clear();
  const begun = performance.now();
  const count = await made.addMissing();
  await made.settle();
  const seconds = (performance.now() - begun) / 1_000;
  await database.close();
  return { count, seconds };
}
