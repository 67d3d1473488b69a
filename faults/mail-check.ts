import type { BlobStore } from '@mailroom/blobs';
import { statement, type Database } from '@mailroom/database';
import type { Findings } from './findings.js';
import type { Load } from './load.js';
import { hashOf, loadIdOf } from './message.js';

type EmailRow = {
  id: number;
  messageId: string;
  status: string;
  content: Buffer | null;
  blob: string | null;
  tasks: number;
};

const PAGE = 500;
const emails = statement(
  'faults-emails',
  `select e.id, e.message_id as "messageId", e.status, r.content, r.blob,
     (select count(*) from email_task t where t.email_id = e.id and t.mailbox_id = e.mailbox_id and t.ready) as tasks
   from email e left join raw_message r on r.id = e.raw_id
   where e.direction = 0 and e.id > $1 order by e.id limit $2`,
);

export type LoadOutcome = Pick<Load, 'messages' | 'accepted' | 'rate'>;

/** The evidence: what was sent, and what arrived. */
export type MailSources = {
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly database: Database;
  readonly load: LoadOutcome;
};

/**
 * Every accepted message is one email with one task and the same bytes; only an attempt without a reply may have made
 * two.
 */
export async function findProblemsOfMail({ blobs, database, load }: MailSources): Promise<Findings> {
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
    // Our trace header precedes what was sent.
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
    if (count > allowed) problems.push(`${message.id} exists ${count} times, where ${allowed} were possible`);
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
    'stored twice because a reply was missing': ids.length - copies.size,
  };
  return { numbers, problems };
}
