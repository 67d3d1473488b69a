import { statement } from '@mailroom/database';
import { hashOf, loadIdOf } from './message.js';
import type { World } from './world.js';

/** What a check counted, and what is wrong. */
export type Findings = { readonly numbers: Readonly<Record<string, number>>; readonly problems: readonly string[] };

type EmailRow = {
  id: number;
  messageId: string;
  status: string;
  content: Buffer | null;
  blob: string | null;
  tasks: number;
};

const PAGE = 500;
/** Read over the API, too. */
const SAMPLE = 40;

const emails = statement(
  'faults-emails',
  `select e.id, e.message_id as "messageId", e.status, r.content, r.blob,
     (select count(*) from email_task t where t.email_id = e.id and t.mailbox_id = e.mailbox_id and t.ready) as tasks
   from email e left join raw_message r on r.id = e.raw_id
   where e.direction = 0 and e.id > $1 order by e.id limit $2`,
);

/** Every accepted message is one email with one task and the same bytes; only a try without a reply may have made two. */
export async function checkMail({ api, blobs, database, load }: World): Promise<Findings> {
  const problems: string[] = [];
  const sent = new Map(load.messages.map((message) => [message.id, message]));
  const copies = new Map<string, number>();
  const ids: number[] = [];
  let inBlobs = 0;
  const judge = async ({ id, messageId, status, content, blob, tasks }: EmailRow) => {
    const message = sent.get(loadIdOf(messageId) ?? '');
    if (!message) return problems.push(`email ${id} (${messageId}, ${status}) was never sent`);
    copies.set(message.id, (copies.get(message.id) ?? 0) + 1);
    if (status !== 'received') problems.push(`email ${id} of ${message.id} is ${status}`);
    if (tasks !== 1) problems.push(`email ${id} of ${message.id} has ${tasks} tasks`);
    if (blob !== null) inBlobs += 1;
    const raw = content ?? (blob === null ? null : await blobs.get(blob).catch(() => null));
    // Our trace header stands before what was sent.
    const isSame = raw !== null && hashOf(raw.subarray(raw.length - message.bytes)) === message.hash;
    if (!isSame) problems.push(`email ${id} of ${message.id} has other bytes, or none`);
    return undefined;
  };
  for (let after = 0; ;) {
    const page = await database.query<EmailRow>(emails, [after, PAGE]);
    for (const row of page) await judge(row);
    ids.push(...page.map(({ id }) => id));
    after = page.at(-1)?.id ?? 0;
    if (page.length < PAGE) break;
  }
  for (const message of sent.values()) {
    const count = copies.get(message.id) ?? 0;
    if (message.accepted && count === 0) problems.push(`${message.id} was accepted and is lost`);
    const allowed = (message.accepted ? 1 : 0) + message.unanswered;
    if (count > allowed) problems.push(`${message.id} is there ${count} times, where ${allowed} were possible`);
  }
  for (let index = 0; index < SAMPLE; index += 1) {
    const id = ids[Math.floor((index * ids.length) / SAMPLE)];
    if (id !== undefined && (await api.raw(id)) === null) problems.push(`email ${id} can't be read raw`);
  }
  const all = load.messages;
  const numbers = {
    sent: all.length,
    accepted: load.accepted,
    'accepted per second': Math.round(load.rate * 10) / 10,
    'refused and tried again': all.reduce((sum, { refused }) => sum + refused, 0),
    'without a reply and tried again': all.reduce((sum, { unanswered }) => sum + unanswered, 0),
    emails: ids.length,
    'in the blob store': inBlobs,
    'twice for want of a reply': ids.length - copies.size,
  };
  return { numbers, problems };
}

type ReplyRow = { key: string; emailId: number; messageId: string; status: string; begun: boolean };

const replyRows = statement(
  'faults-replies',
  `select k.key, k.email_id as "emailId", e.message_id as "messageId", coalesce(j.status, 'none') as status,
     exists (select from outbound_recipient r where r.job_id = j.id and r.data_started_at is not null) as begun
   from idempotency_key k join email e on e.id = k.email_id left join outbound_job j on j.email_id = e.id`,
);
const sentEmails = statement('faults-sent', `select count(*) as count from email where direction = 1`);

/** Every answer that the API took is one email, which went out once; where that is not known, its job says so. */
export async function checkReplies({ agents, database, hop }: World): Promise<Findings> {
  const problems: string[] = [];
  const rows = new Map((await database.query<ReplyRow>(replyRows)).map((row) => [row.key, row]));
  const counts: Record<string, number> = {};
  for (const [key, { state, sentEmailId }] of agents.replies) {
    const row = rows.get(key);
    counts[state] = (counts[state] ?? 0) + 1;
    if (state === 'accepted' && row?.emailId !== sentEmailId) problems.push(`${key} was accepted and is lost`);
    if (state === 'refused' && row) problems.push(`${key} was refused and is there`);
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

const received = statement('faults-received', `select id from email where direction = 0`);
const indexed = statement('faults-indexed', `select count(distinct email_id) as count from email_index`);
const poisoned = statement(
  'faults-poisoned',
  `select count(*) as count from bus_delivery where poisoned_at is not null`,
);

/** Every email's event came to the webhook and to the index, always under one id. */
export async function checkEvents({ database, hooks }: World): Promise<Findings> {
  const problems = hooks.bad.map((id) => `the webhook request ${id} was not good`);
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

/** No task was held by two, and each expired one was given to whoever asked. */
export async function checkLeases({ agents, history }: World): Promise<Findings> {
  const { leases, tasks, expired, maxClaimAfterExpiryMs, problems } = history.report();
  const { renewed, released, staleRefused, unanswered } = agents.counts;
  const numbers = {
    leases,
    'tasks leased': tasks,
    'leases that expired': expired,
    'longest until the next claim, ms': maxClaimAfterExpiryMs,
    'stale lease tokens refused': staleRefused,
    'renewed and released': renewed + released,
    'API calls without an answer': unanswered,
  };
  return { numbers, problems };
}
