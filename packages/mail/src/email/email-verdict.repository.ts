import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';

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
   from email e join message_content c on c.raw_id = e.raw_id where e.id = any ($1::bigint[])`,
);

/** The verdicts on emails of a list, which shows none of their contents. */
@Injectable()
export class EmailVerdictRepository {
  constructor(private readonly database: Database) {}

  /** Verdicts stand under the email's id; an email that could not be parsed has none. */
  async find(emailIds: readonly number[]): Promise<Map<number, EmailVerdict>> {
    if (emailIds.length === 0) return new Map();
    const rows = await this.database.query<EmailVerdict>(find, [emailIds]);
    return new Map(rows.map((row) => [row.emailId, row]));
  }
}
