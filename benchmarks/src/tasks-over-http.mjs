// Tasks over HTTP, with emails of 2 KB that have bodies: a claim and its end in two calls and in one, in batches of 20
// beside pgmq's SQL, and one email by id beside plain Fastify.
import { ratioLine, valueLine, median } from './figures.mjs';
import { httpRate } from './http-lane.mjs';
import { fillQueue, pgmqPair } from './pgmq.mjs';
import { launch } from './system.mjs';

const WORKERS = 8;
const BATCH = 20;
const WARM_SECONDS = 2;
const EMAILS = 50_000;
/** More than are claimed in a round: where nothing is left, a call costs little, and counts for nothing. */
const BATCHED_EMAILS = 150_000;
const API = '/api/agent/v1';

export async function tasksOverHttp(system, options) {
  const { mailbox } = await system.api('POST', '/mailboxes', { email: 'tasks-over-http@mailroom.test' });
  const ids = await fillEmails(system.pool, mailbox.id, EMAILS);
  await pairs(system, mailbox.id, options);
  const batched = await system.api('POST', '/mailboxes', { email: 'batches-over-http@mailroom.test' });
  await fillEmails(system.pool, batched.mailbox.id, BATCHED_EMAILS);
  await batches(system, batched.mailbox.id, options);
  await byId(system, ids, options);
}

const ok = ({ status, body }) => {
  if (status !== 200) throw new Error(body);
  return JSON.parse(body).data;
};

/** Claims the next task and ends it: two calls. */
export async function twoCalls(lane, accountId) {
  const email = ok(await lane.ask('POST', `${API}/tasks/claim-next`, JSON.stringify({ accountId, owner: 'bench' })));
  if (!email) return 0;
  const { leaseToken } = email.task;
  const body = JSON.stringify({ owner: 'bench', leaseToken, status: 'handled' });
  ok(await lane.ask('PUT', `${API}/emails/${email.id}/task`, body));
  return 1;
}

/** Ends the task before in the call that claims the next. */
export async function oneCall(lane, accountId, state, view) {
  const { complete } = state;
  const body = JSON.stringify({ accountId, owner: 'bench', view, ...(complete && { complete }) });
  const email = ok(await lane.ask('POST', `${API}/tasks/claim-next`, body));
  if (complete && !email?.completion?.ok) throw new Error(JSON.stringify(email));
  if (!email?.task?.leaseToken) return 0;
  state.complete = { emailId: email.id, leaseToken: email.task.leaseToken, status: 'handled' };
  return complete ? 1 : 0;
}

async function pairs(system, accountId, { rounds, seconds, report }) {
  const ways = {
    'two calls': (lane) => twoCalls(lane, accountId),
    'one call, view=full': (lane, state) => oneCall(lane, accountId, state, 'full'),
    'one call, view=summary': (lane, state) => oneCall(lane, accountId, state, 'summary'),
    'one call, view=none': (lane, state) => oneCall(lane, accountId, state, 'none'),
  };
  const rates = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  const pgmq = [];
  const over = (work, time) =>
    httpRate({ port: system.http, token: system.token, lanes: WORKERS, seconds: time }, work);
  // Node compiles what runs often; a server that has just started answers at half of its rate.
  for (const work of Object.values(ways)) await makeNew(system.pool, accountId).then(() => over(work, WARM_SECONDS));
  for (let round = 0; round < rounds; round += 1) {
    await fillQueue(system.pool, 50_000);
    const laps = Array.from({ length: WORKERS }, () => lapsOf(() => pgmqPair(system.pool, 1), seconds));
    pgmq.push((await Promise.all(laps)).reduce((sum, count) => sum + count, 0) / seconds);
    for (const [way, work] of Object.entries(ways)) {
      await makeNew(system.pool, accountId);
      rates[way].push(await over(work, seconds));
    }
  }
  for (const way of Object.keys(ways)) {
    const target = way === 'two calls' ? '–' : '≥ 1000/s';
    report(valueLine(`tasks over HTTP, claim + finish, ${WORKERS} workers, ${way}`, perSecond(rates[way]), target));
    report(ratioLine(`tasks over HTTP, ${way}, against pgmq's SQL`, rates[way], pgmq, '–'));
  }
}

const perSecond = (rates) =>
  `${median(rates).toFixed(0)}/s (${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)})`;

export async function batches(system, accountId, { rounds, seconds, report }) {
  const rates = { ours: [], theirs: [] };
  const work = (lane) => batchPair(lane, accountId);
  const over = (time) => httpRate({ port: system.http, token: system.token, lanes: WORKERS, seconds: time }, work);
  await makeNew(system.pool, accountId).then(() => over(WARM_SECONDS));
  for (let round = 0; round < rounds; round += 1) {
    await makeNew(system.pool, accountId);
    rates.ours.push(await over(seconds));
    await fillQueue(system.pool, 200_000);
    const laps = Array.from({ length: WORKERS }, () => lapsOf(() => pgmqPair(system.pool, BATCH), seconds));
    rates.theirs.push((await Promise.all(laps)).reduce((sum, count) => sum + count, 0) / seconds);
  }
  const what = `tasks over HTTP, claim-batch + update-batch of ${BATCH}, ${WORKERS} workers, against pgmq's SQL`;
  report(ratioLine(what, rates.ours, rates.theirs, '≥ 0.5'));
}

export async function batchPair(lane, accountId) {
  const body = JSON.stringify({ accountId, owner: 'bench', limit: BATCH, view: 'none' });
  const { items } = ok(await lane.ask('POST', `${API}/tasks/claim-batch`, body));
  const emailIds = items.map(({ id }) => id);
  if (emailIds.length === 0) throw new Error('Nothing is left to claim.');
  const update = JSON.stringify({ accountId, owner: 'bench', emailIds, status: 'handled' });
  ok(await lane.ask('PUT', `${API}/tasks/update-batch`, update));
  return emailIds.length;
}

async function lapsOf(lap, seconds) {
  const until = performance.now() + seconds * 1_000;
  let done = 0;
  while (performance.now() < until) done += await lap();
  return done;
}

export async function byId(system, ids, { rounds, seconds, report }) {
  const { found } = await launch('plain-api.mjs', [system.url, '0'], /(\d+)\n/);
  const sides = { ours: system.http, theirs: Number(found[1]) };
  const rates = { ours: [], theirs: [] };
  const anyOf = () => ids[Math.floor(Math.random() * ids.length)];
  const work = async (lane) => (ok(await lane.ask('GET', `${API}/emails/${anyOf()}`)) ? 1 : 0);
  const over = (side, time) =>
    httpRate({ port: sides[side], token: system.token, lanes: WORKERS, seconds: time }, work);
  for (const side of Object.keys(sides)) await over(side, WARM_SECONDS);
  for (let round = 0; round < rounds; round += 1) {
    for (const side of Object.keys(sides)) rates[side].push(await over(side, seconds));
  }
  report(ratioLine('GET /emails/{id}, against plain Fastify + SQL', rates.ours, rates.theirs, '≥ 0.8'));
}

/** Emails of 2 KB of words that were received and read, with their tasks; returns their ids. */
export async function fillEmails(pool, mailboxId, count) {
  const words = 'Which gear do we turn first when the mill has stood for a week, and who oils it? ';
  await pool.query(
    `with made as (
       insert into email (mailbox_id, direction, status, unread, raw_id, recipient, from_email, from_name, to_addresses,
         subject, snippet, message_id, thread_id, has_body, ready_at)
       select $1::int, 0, 'received', true, gen_random_uuid(), 'tasks@mailroom.test', 'a' || n || '@example.org', 'A Name',
         '[{"email":"tasks@mailroom.test","name":""}]', 'Subject number ' || n, repeat('snippet ', 12),
         '<' || n || '@example.org>', 'thr_' || n, true, now()
       from generate_series(1, $2::int) n returning id, raw_id, mailbox_id),
     bodies as (
       insert into message_content (raw_id, plain_text, html, headers, reference_ids, extracted_text)
       select raw_id, repeat($3, 24), '', '[{"name":"Subject","value":"one"},{"name":"From","value":"a@example.org"}]', '{}', null
       from made)
     insert into email_task (email_id, mailbox_id, seq, ready) select id, mailbox_id, id, true from made`,
    [mailboxId, count, words],
  );
  await pool.query('vacuum analyze email, message_content, email_task');
  const { rows } = await pool.query('select id::float8 as id from email where mailbox_id = $1', [mailboxId]);
  return rows.map(({ id }) => id);
}

export async function makeNew(pool, mailboxId) {
  await pool.query(
    `update email_task set status = 'new', reason = '', lease_owner = null, lease_token = null, lease_principal_id = null,
       lease_expires_at = null, attempts = 0 where mailbox_id = $1 and (status <> 'new' or attempts > 0)`,
    [mailboxId],
  );
  await pool.query('vacuum analyze email_task');
}
