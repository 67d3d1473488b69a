import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { emailAccepted } from '@mailroom/events';
import { eventRows } from '@mailroom/messaging';
import type { AcceptedEmails } from './accepted-emails.js';

/** Longer than a message may take to be parsed, including its wait before that. */
export const UNDER_WAY_SECONDS = 330;

export type ParsingState = {
  readonly isReady: boolean;
  /** The attempts that were slow or took a parser down, in any process. */
  readonly attempts: number;
  /** Whether one of them began so recently that it may still be under way. */
  readonly isUnderWay: boolean;
};

type Accepted = Pick<AcceptedEmails, 'rawId' | 'emails'>;

const find = statement(
  'parse-attempt-find',
  `select not exists (
       select from email where mailbox_id = any ($3::int[]) and id = any ($4::bigint[]) and ready_at is null) as "isReady",
     coalesce(a.attempts, 0) as attempts,
     coalesce(a.last_at > now() - make_interval(secs => $2), false) as "isUnderWay"
   from (select $1::uuid as id) m left join parse_attempt a on a.raw_id = m.id`,
);

/** It postpones the watchdog event as well, so that no other process begins beside this one. */
const record = statement(
  'parse-attempt-record',
  `with watchdog as (
     update outbox_event set due_at = greatest(due_at, now() + make_interval(secs => $2))
     where id = $1 and type = '${emailAccepted.type}' and sent_at is null)
   insert into parse_attempt as a (raw_id, attempts) select id, 1 from raw_message where id = $1
   on conflict (raw_id) do update set attempts = a.attempts + 1, last_at = now()`,
);

const withdraw = statement(
  'parse-attempt-withdraw',
  `update parse_attempt set attempts = greatest(0, attempts - 1), last_at = now() - make_interval(secs => $2)
   where raw_id = $1`,
);

const postpone = statement(
  'parse-attempt-postpone',
  `with ${eventRows({ id: '$1::uuid', type: `'${emailAccepted.type}'`, payload: '$2::jsonb', dueInSeconds: '$3' }, '')}
   select from event`,
);

/**
 * Remembers which messages were slow or harmful to parse, so that each is tried twice at most, whichever processes die.
 */
@Injectable()
export class ParseAttemptRepository {
  constructor(private readonly database: Database) {}

  async find({ rawId, emails }: Accepted): Promise<ParsingState> {
    const values = [rawId, UNDER_WAY_SECONDS, emails.map(({ mailboxId }) => mailboxId), emails.map(({ id }) => id)];
    const [state] = await this.database.query<ParsingState>(find, values);
    return state ?? { isReady: true, attempts: 0, isUnderWay: false };
  }

  async record(rawId: string): Promise<void> {
    await this.database.query(record, [rawId, UNDER_WAY_SECONDS]);
  }

  /** The attempt under way was interrupted, which tells nothing about the message; it may be tried again at once. */
  async withdraw(rawId: string): Promise<void> {
    await this.database.query(withdraw, [rawId, UNDER_WAY_SECONDS]);
  }

  /** Writes an event that is due after `seconds`; whichever process takes it looks at the message again. */
  async postpone({ rawId, emails }: Accepted, seconds: number): Promise<void> {
    const [emailIds, mailboxIds] = [emails.map(({ id }) => id), emails.map(({ mailboxId }) => mailboxId)];
    await this.database.query(postpone, [uuidv7(), JSON.stringify({ rawId, emailIds, mailboxIds }), seconds]);
  }
}
