import { Injectable } from '@nestjs/common';
import { Database, anyUnseen, statement } from '@mailroom/database';
import { placesOf, type EmailPlace } from './email-place.js';

/** What was found out about how far an email can be believed, without its text. */
export type EmailVerdict = {
  readonly emailId: number;
  readonly verdict: 'trusted' | 'neutral' | 'suspicious';
  /** The types of its signals. */
  readonly signals: readonly string[];
  readonly dmarc: string;
};

const find = statement(
  'email-verdicts',
  `select e.id as "emailId", coalesce(c.trust ->> 'verdict', 'neutral') as verdict,
     coalesce(jsonb_path_query_array(c.trust, '$.signals[*].type'), '[]') as signals,
     coalesce(c.authentication ->> 'dmarc', 'none') as dmarc
   from email e join message_content c on c.raw_id = e.raw_id
   where e.id = ${anyUnseen('$1::bigint[]')} and e.mailbox_id = ${anyUnseen('$2::int[]')}`,
);

/** The verdicts on emails of a list, which shows none of their contents. */
@Injectable()
export class EmailVerdictRepository {
  constructor(private readonly database: Database) {}

  /** Verdicts stand under the email's id; an email that could not be parsed has none. */
  async find(emails: readonly EmailPlace[]): Promise<Map<number, EmailVerdict>> {
    if (emails.length === 0) return new Map();
    const rows = await this.database.query<EmailVerdict>(find, placesOf(emails));
    return new Map(rows.map((row) => [row.emailId, row]));
  }
}
