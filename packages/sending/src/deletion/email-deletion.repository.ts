import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import { BlobDeletionRepository, placesOf, type EmailPlace } from '@mailroom/mail';

/** The next emails by id, and which of them are older than $2 days. Ids grow with time, so the walk can stop early. */
const nextByAge = statement(
  'deletion-next-by-age',
  `select id, mailbox_id as "mailboxId", created_at < now() - make_interval(days => $2) as expired
   from email where id > $1 order by id limit $3`,
);

/** The first emails of a mailbox by id, also those that wait for their parser: each walks a part of an index. */
const someOf = (condition: string) =>
  `(select id from email where mailbox_id = $1 and ${condition} and id + 0 > $3 order by id + 0 limit $2)`;
const firstOfMailbox = statement(
  'deletion-first-of-mailbox',
  `select id from (${someOf('direction = 0 and ready_at is not null')} union all
     ${someOf('direction = 1 and ready_at is not null')} union all ${someOf('ready_at is null')}) e
   order by id limit $2`,
);

/** Whether we wait for another transaction's lock, or leave its row for the next time. */
type Locking = 'wait' | 'skip';

const locks = { wait: 'for update', skip: 'for update skip locked' } as const;

/**
 * Jobs that no longer send anything, and for which no credit is reserved. They are locked before their emails, as a worker
 * does when it records an outcome.
 */
const settledJobs = (locking: Locking) =>
  statement(
    `deletion-settled-jobs-${locking}`,
    `select email_id as id from outbound_job j where email_id = any ($1::bigint[]) and mailbox_id = any ($2::int[])
     and status in ('sent', 'failed')
     and not exists (
       select from outbound_recipient r where r.job_id = j.id and r.mailbox_id = j.mailbox_id and r.credit = 'reserved')
   order by email_id ${locks[locking]}`,
  );

/** $3 are those of them whose jobs are settled. A sent email whose job may still need its message is left. */
const removable = (locking: Locking) =>
  statement(
    `deletion-removable-${locking}`,
    `select id, raw_id as "rawId" from email e
   where id = any ($1::bigint[]) and mailbox_id = any ($2::int[]) and ready_at is not null
     and (direction = 0 or id = any ($3::bigint[])
       or not exists (select from outbound_job j where j.email_id = e.id and j.mailbox_id = e.mailbox_id))
   order by id ${locks[locking]}`,
  );

const removal = {
  wait: { settledJobs: settledJobs('wait'), removable: removable('wait') },
  skip: { settledJobs: settledJobs('skip'), removable: removable('skip') },
};

/** While these are locked nobody can claim them, so nobody's work is thrown away. */
const unleasedTasks = statement(
  'deletion-unleased-tasks',
  `select email_id as id, mailbox_id as "mailboxId" from email_task
   where email_id = any ($1::bigint[]) and mailbox_id = any ($2::int[])
     and (lease_expires_at is null or lease_expires_at <= now())
   order by email_id for update skip locked`,
);

const sentEmails = statement(
  'deletion-sent-emails',
  `select id, mailbox_id as "mailboxId" from email
   where id = any ($1::bigint[]) and mailbox_id = any ($2::int[]) and direction = 1`,
);

const ofThese = (name: string, those: string) =>
  statement(`deletion-${name}`, `${those} = any ($1::bigint[]) and mailbox_id = any ($2::int[])`);

/** What belongs to emails, and in the end themselves; what else depends on a row goes with it. */
const removals = [
  ofThese('labels', 'delete from email_label where email_id'),
  ofThese('attachments', 'delete from attachment where email_id'),
  ofThese('tasks', 'delete from email_task where email_id'),
  ofThese('jobs', 'delete from outbound_job where email_id'),
  ofThese('emails', 'delete from email where id'),
];

/** An email of any mailbox may hold a message. */
const removeUnheld = statement(
  'deletion-unheld-messages',
  `delete from raw_message r where id = any ($1::uuid[])
     and not exists (select from email where raw_id = r.id and ready_at is not null)
     and not exists (select from email where raw_id = r.id and ready_at is null)
   returning id, blob`,
);

type Id = { id: bigint; mailboxId: number };

export type AgedEmail = EmailPlace & { readonly expired: boolean };

@Injectable()
export class EmailDeletionRepository {
  constructor(
    private readonly database: Database,
    private readonly blobs: BlobDeletionRepository,
  ) {}

  async nextByAge(afterId: number, days: number, limit: number): Promise<AgedEmail[]> {
    return this.database.query<AgedEmail>(nextByAge, [afterId, days, limit]);
  }

  /** The ids of a mailbox's emails in their order, those beyond `afterId`. */
  async ofMailbox(mailboxId: number, afterId: number, limit: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(firstOfMailbox, [mailboxId, limit, afterId]);
    return rows.map(({ id }) => id);
  }

  /** Locks until the end, and returns, the received emails among these that nobody works on, and all that were sent. */
  async lockIdle(tx: Tx, emails: readonly EmailPlace[]): Promise<EmailPlace[]> {
    const places = placesOf(emails);
    const tasks = await tx.$queryRawUnsafe<Id[]>(unleasedTasks.text, ...places);
    const sent = await tx.$queryRawUnsafe<Id[]>(sentEmails.text, ...places);
    return [...tasks, ...sent].map(({ id, mailboxId }) => ({ id: Number(id), mailboxId }));
  }

  /** Removes everything that belongs to these emails; returns the ids of those that could be removed. */
  async remove(tx: Tx, emails: readonly EmailPlace[], locking: Locking): Promise<number[]> {
    const places = placesOf(emails);
    const settled = await tx.$queryRawUnsafe<Id[]>(removal[locking].settledJobs.text, ...places);
    const settledIds = settled.map(({ id }) => Number(id));
    type Removable = { id: bigint; rawId: string };
    const found = await tx.$queryRawUnsafe<Removable[]>(removal[locking].removable.text, ...places, settledIds);
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => Number(id));
    const rawIds = [...new Set(found.map(({ rawId }) => rawId))];
    // They are locked before we look who else holds them: of two deletions that share one, the second sees the first's.
    await tx.$queryRaw`select id from raw_message where id = any (${rawIds}::uuid[]) order by id for update`;
    const [, mailboxIds] = places;
    for (const { text } of removals) await tx.$executeRawUnsafe(text, ids, mailboxIds);
    await this.#removeUnheld(tx, rawIds);
    return ids;
  }

  /** A raw message is deleted with the last email that holds it, and its blob is given up in the same commit. */
  async #removeUnheld(tx: Tx, rawIds: readonly string[]): Promise<void> {
    const gone = await tx.$queryRawUnsafe<{ id: string; blob: string | null }[]>(removeUnheld.text, rawIds);
    await tx.$executeRaw`delete from message_content where raw_id = any (${gone.map(({ id }) => id)}::uuid[])`;
    await this.blobs.insert(
      tx,
      gone.flatMap(({ blob }) => blob ?? []),
    );
  }
}
