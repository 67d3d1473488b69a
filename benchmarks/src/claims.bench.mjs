// Measures claim-and-acknowledge pairs: the product's turns against pgmq's SQL and against pgbench with one statement for
// each claim and each end; then the same over HTTP.
import { Database } from '@mailroom/database';
import { ClaimTurnRepository } from '../../packages/tasks/dist/claim-turn.repository.js';
import { ClaimTurns } from '../../packages/tasks/dist/claim-turns.js';
import { LeaseRepository } from '../../packages/tasks/dist/lease.repository.js';
import { StatusRepository } from '../../packages/tasks/dist/status.repository.js';
import { ratioLine, valueLine } from './figures.mjs';
import { fillQueue, pgmqPair } from './pgmq.mjs';
import { pgbench } from './pgbench.mjs';
import { tasksOverHttp } from './tasks-over-http.mjs';

const WORKERS = 8;
/** The benchmark's own mailbox; its tasks have no emails. */
const MAILBOX = 900_000;
const FIRST_EMAIL = 1_000_000_000;
const actor = { principalId: 'token:1', owner: 'bench' };
const claim = { actor, ttlSeconds: 300 };

export async function claims(system, options) {
  const database = new Database({ url: system.url, poolSize: WORKERS, answerMs: 600_000 });
  const tasks = {
    turns: new ClaimTurns(new ClaimTurnRepository(database)),
    statuses: new StatusRepository(database),
    leases: new LeaseRepository(database),
  };
  for (const batch of [1, 20]) await compare(system, tasks, batch, options);
  await flatness(system, tasks, options);
  await system.pool.query('delete from email_task where mailbox_id = $1', [MAILBOX]);
  await database.close();
  await tasksOverHttp(system, options);
}

async function compare({ pool, url }, tasks, batch, { quick, rounds, seconds, report }) {
  const waiting = quick ? 100_000 : 200_000;
  const ours = [];
  const theirs = [];
  const limit = [];
  for (let round = 0; round < rounds; round += 1) {
    await fillTasks(pool, waiting);
    ours.push(await rate(() => acknowledgedPair(tasks, batch), seconds));
    await fillQueue(pool, waiting);
    theirs.push(await rate(() => pgmqPair(pool, batch), seconds));
    await fillTasks(pool, waiting);
    limit.push(pgbench(url, { mailbox: MAILBOX, batch, seconds, workers: WORKERS }));
  }
  const what = `claim + acknowledge, batch ${batch}, ${WORKERS} workers`;
  report(ratioLine(`${what}, against pgmq's SQL`, ours, theirs, batch === 1 ? '≥ 1' : '≥ 1.2'));
  if (limit.includes(null)) report(valueLine(`${what}, against pgbench`, '–', '≥ 0.65', 'pgbench is not installed'));
  else report(ratioLine(`${what}, against pgbench`, ours, limit, '≥ 0.65'));
}

/** Claims tasks and releases them again, so that the same number wait all the time. */
async function flatness({ pool }, { turns, leases }, { quick, rounds, seconds, report }) {
  const many = quick ? 200_000 : 1_000_000;
  const rates = { 1_000: [], [many]: [] };
  const lap = async () => {
    const emailIds = await claimed(turns, 1);
    await leases.release({ mailboxId: MAILBOX, emailIds }, actor, undefined);
    return 1;
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const waiting of [1_000, many]) {
      await fillTasks(pool, waiting);
      rates[waiting].push(await rate(lap, seconds));
    }
  }
  report(ratioLine(`claim + release, ${many} waiting against 1000`, rates[many], rates[1_000], '≥ 0.9'));
}

/** How many things `WORKERS` loops do in a second; `work` returns how many it did. */
async function rate(work, seconds) {
  const until = performance.now() + seconds * 1_000;
  const worker = async () => {
    let done = 0;
    while (performance.now() < until) done += await work();
    return done;
  };
  const counts = await Promise.all(Array.from({ length: WORKERS }, worker));
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

async function acknowledgedPair({ turns, statuses }, batch) {
  const emailIds = await claimed(turns, batch);
  await statuses.set({ mailboxId: MAILBOX, emailIds }, { actor, status: 'handled', reason: '' });
  return emailIds.length;
}

async function claimed(turns, limit) {
  const filter = { statuses: ['new'], oldestFirst: true };
  const { taken } = await turns.take(MAILBOX, filter, { claim, part: 'none', limit });
  return taken.map(({ task }) => task.emailId);
}

async function fillTasks(pool, count) {
  await pool.query('truncate email_task');
  await pool.query(
    `insert into email_task (email_id, mailbox_id, seq, ready)
     select $1::bigint + n, $2::int, $1::bigint + n, true from generate_series(1, $3::int) n`,
    [FIRST_EMAIL, MAILBOX, count],
  );
  await pool.query('vacuum analyze email_task');
}
