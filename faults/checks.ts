import { statement, type Database } from '@mailroom/database';
import type { Agents } from './agents.js';
import type { Findings } from './findings.js';
import { findProblemsOfMail } from './mail-check.js';
import type { NextHop } from './next-hop.js';
import type { WebhookReceiver } from './webhook-receiver.js';
import type { World } from './world.js';

type ReplyRow = { key: string; emailId: number; messageId: string; status: string; begun: boolean };

const replyRows = statement(
  'faults-replies',
  `select k.key, k.email_id as "emailId", e.message_id as "messageId", coalesce(j.status, 'none') as status,
     exists (select from outbound_recipient r where r.job_id = j.id and r.data_started_at is not null) as begun
   from idempotency_key k join email e on e.id = k.email_id left join outbound_job j on j.email_id = e.id`,
);
const sentEmails = statement('faults-sent', `select count(*) as count from email where direction = 1`);

export type ReplySources = {
  readonly agents: Pick<Agents, 'replies'>;
  readonly database: Database;
  readonly hop: Pick<NextHop, 'taken' | 'faults'>;
};

/** Every answer that the API accepted is one email, which went out once; if nobody knows that, its job says so. */
export async function checkReplies({ agents, database, hop }: ReplySources): Promise<Findings> {
  const problems: string[] = [];
  const rows = new Map((await database.query<ReplyRow>(replyRows)).map((row) => [row.key, row]));
  const counts: Record<string, number> = {};
  for (const [key, { state, sentEmailId }] of agents.replies) {
    const row = rows.get(key);
    counts[state] = (counts[state] ?? 0) + 1;
    if (state === 'accepted' && row?.emailId !== sentEmailId) problems.push(`${key} was accepted and is lost`);
    if (state === 'refused' && row) problems.push(`${key} was refused and exists all the same`);
  }
  const jobs: Record<string, number> = {};
  let unknownTaken = 0;
  for (const { key, messageId, status, begun } of rows.values()) {
    if (!agents.replies.has(key)) problems.push(`${key} was never asked for`);
    jobs[status] = (jobs[status] ?? 0) + 1;
    const taken = hop.taken.get(messageId) ?? 0;
    if (taken > 1) problems.push(`${key} went out ${taken} times`);
    if (status === 'unknown') {
      unknownTaken += taken;
      if (!begun) problems.push(`${key} is unknown, but its data never began`);
    } else if (status !== 'sent') problems.push(`${key} has the job status ${status}`);
    else if (taken !== 1) problems.push(`${key} is sent, but went out ${taken} times`);
  }
  const [sent] = await database.query<{ count: number }>(sentEmails);
  if (sent?.count !== rows.size) problems.push(`${sent?.count} emails were sent for ${rows.size} keys`);
  const numbers = {
    'answers accepted': counts.accepted ?? 0,
    'answers refused for a stale lease': counts.refused ?? 0,
    'answers sent': jobs.sent ?? 0,
    'unknown jobs': jobs.unknown ?? 0,
    'unknown jobs that the next hop has': unknownTaken,
    'next hop refused, dropped, silent': hop.faults.refused + hop.faults.dropped + hop.faults.silent,
  };
  return { numbers, problems };
}

/** Read over the API, too. */
const SAMPLE = 40;
const someEmails = statement(
  'faults-some-emails',
  `select id from email where direction = 0 order by hashint8(id) limit $1`,
);

/** Every accepted message is one email, as `findProblemsOfMail` checks; some are read over the API as well. */
export async function checkMail(world: World): Promise<Findings> {
  const { numbers, problems } = await findProblemsOfMail(world);
  const unreadable: string[] = [];
  for (const { id } of await world.database.query<{ id: number }>(someEmails, [SAMPLE])) {
    if ((await world.api.raw(id)) === null) unreadable.push(`email ${id} can't be read raw`);
  }
  return { numbers, problems: [...problems, ...unreadable] };
}

const received = statement('faults-received', `select id from email where direction = 0`);
const indexed = statement('faults-indexed', `select count(distinct email_id) as count from email_index`);
const poisoned = statement(
  'faults-poisoned',
  `select count(*) as count from bus_delivery where poisoned_at is not null`,
);

export type EventSources = {
  readonly database: Database;
  readonly hooks: Pick<WebhookReceiver, 'received' | 'bad' | 'faults'>;
};

/** Every email's event came to the webhook and to the index, always under one id. */
export async function checkEvents({ database, hooks }: EventSources): Promise<Findings> {
  const problems = hooks.bad.map((id) => `the webhook request ${id} was wrong`);
  const events = new Map<number, number>();
  let answered = 0;
  let tries = 0;
  for (const delivery of hooks.received.values()) {
    answered += delivery.answered;
    tries += delivery.tries;
    if (delivery.answered > 0) events.set(delivery.emailId, (events.get(delivery.emailId) ?? 0) + 1);
  }
  for (const { id } of await database.query<{ id: number }>(received)) {
    const count = events.get(id) ?? 0;
    if (count !== 1) problems.push(`email ${id} came to the webhook under ${count} ids`);
  }
  const [poison] = await database.query<{ count: number }>(poisoned);
  if (poison?.count !== 0) problems.push(`${poison?.count} events are set aside as poison`);
  const [index] = await database.query<{ count: number }>(indexed);
  const { failed, hung, dropped } = hooks.faults;
  const numbers = {
    'events at the webhook': events.size,
    'webhook requests': tries,
    'webhook failed, hung, dropped': failed + hung + dropped,
    'webhook more than once': answered - events.size,
    'emails in the index': index?.count ?? 0,
    'events set aside': poison?.count ?? 0,
  };
  return { numbers, problems };
}

/** No two agents held a task at once, and each expired task was given to whoever asked. */
export async function checkLeases({ agents, history }: World): Promise<Findings> {
  const { leases, tasks, expired, maxClaimAfterExpiryMs, problems } = history.report();
  const { renewed, released, staleRefused, unanswered } = agents.counts;
  const numbers = {
    leases,
    'tasks leased': tasks,
    'leases that expired': expired,
    'longest from request to lease, ms': maxClaimAfterExpiryMs,
    'stale lease tokens refused': staleRefused,
    'renewed and released': renewed + released,
    'API calls without an answer': unanswered,
  };
  return { numbers, problems };
}
