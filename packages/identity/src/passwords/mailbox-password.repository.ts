import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';

/** The wrong passwords that a mailbox takes in an hour from callers who hold a credential for it. */
const MAX_FAILURES = 10;

const recent = `array(select t from unnest(failures) t where t > clock_timestamp() - interval '1 hour' order by t)`;

/** Until when no password is tried: an hour after the first of the failures that fill the hour. */
const lockedSeconds = `case when cardinality(r.recent) >= ${MAX_FAILURES}
     then ceil(extract(epoch from r.recent[1 + cardinality(r.recent) - ${MAX_FAILURES}] + interval '1 hour' - clock_timestamp()))::int end`;

const find = statement(
  'mailbox-password-find',
  `select hash, generation, ${lockedSeconds} as "lockedSeconds"
   from mailbox_password, lateral (select ${recent} as recent) r where mailbox_id = $1`,
);

/** Counts one more, unless the hour is full: of racing ones only as many are counted as fit, whichever replica has them. */
const fail = statement(
  'mailbox-password-fail',
  `update mailbox_password set failures = ${recent} || clock_timestamp()
   where mailbox_id = $1 and cardinality(${recent}) < ${MAX_FAILURES} returning mailbox_id`,
);

export type StoredPassword = {
  readonly hash: string;
  readonly generation: number;
  /** For how long no password is tried; null if one may be. */
  readonly lockedSeconds: number | null;
};

/** A CTE `password_row` that gives mailboxes their first passwords, in the statement that creates them. */
export function passwordRows(mailboxId: string, hash: string, from: string): string {
  return `password_row as (
     insert into mailbox_password (mailbox_id, hash) select ${mailboxId}, ${hash} ${from})`;
}

/** The passwords of mailboxes, as hashes. */
@Injectable()
export class MailboxPasswordRepository {
  constructor(private readonly database: Database) {}

  async find(mailboxId: number): Promise<StoredPassword | null> {
    const [found] = await this.database.query<StoredPassword>(find, [mailboxId]);
    return found ?? null;
  }

  /** Returns false if ten were wrong in the last hour already. */
  async countFailure(mailboxId: number): Promise<boolean> {
    return (await this.database.query(fail, [mailboxId])).length === 1;
  }

  /** Replaces the password, and forgets the failures of the one before it. */
  async replace(tx: Tx, mailboxId: number, hash: string): Promise<void> {
    await tx.$executeRaw`
      insert into mailbox_password (mailbox_id, hash) values (${mailboxId}, ${hash})
      on conflict (mailbox_id) do update set hash = excluded.hash, generation = mailbox_password.generation + 1,
        failures = '{}', changed_at = now()`;
  }
}
