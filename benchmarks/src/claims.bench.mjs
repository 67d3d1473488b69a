// Measures claim-and-acknowledge pairs: the product's repositories against pgmq's SQL and against pgbench with the same
// SQL; then the same over HTTP.
import { Database } from '@mailroom/database';
import { ClaimRepository } from '../../packages/tasks/dist/claim.repository.js';
import { LeaseRepository } from '../../packages/tasks/dist/lease.repository.js';
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
  const tasks = { claims: new ClaimRepository(database), leases: new LeaseRepository(database) };
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
async function flatness({ pool }, { claims: repository, leases }, { quick, rounds, seconds, report }) {
  const many = quick ? 200_000 : 1_000_000;
  const rates = { 1_000: [], [many]: [] };
  const lap = async () => {
    const [task] = await repository.claimFirst(MAILBOX, claim, { statuses: ['new'], oldestFirst: true, limit: 1 });
    if (task) await leases.release({ mailboxId: MAILBOX, emailIds: [task.emailId] }, actor, undefined);
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

async function acknowledgedPair({ claims: repository, leases }, batch) {
  const filter = { statuses: ['new'], oldestFirst: true, limit: batch };
  const taken = await repository.claimFirst(MAILBOX, claim, filter);
  const emailIds = taken.map(({ emailId }) => emailId);
  await leases.setStatus({ mailboxId: MAILBOX, emailIds }, actor, 'handled', '');
  return taken.length;
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
