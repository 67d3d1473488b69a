import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import type { Email, EmailPage } from '../email/email.js';
import type { EmailPlace } from '../email/email-place.js';
import { emailPageValues } from '../email/email-page.repository.js';
import { emailColumns, emailOf, type EmailRow } from '../email/email.row.js';

/** $1 mailbox, $2 direction, $3 cursor, $4 limit, $5 label. It walks the label's own key, however rare the label is. */
const list = (order: 'asc' | 'desc') =>
  statement(
    `email-label-list-${order}`,
    `select ${emailColumns} from email_label l join email e on e.id = l.email_id and e.mailbox_id = $1
     where l.mailbox_id = $1 and l.direction = $2 and l.email_id ${order === 'desc' ? '<' : '>'} $3 and l.label = $5
     order by l.email_id ${order} limit $4`,
  );

const lists = { asc: list('asc'), desc: list('desc') };

/** A mailbox may have more, of which the first are shown. */
const MAX_NAMES = 500;

/** Looks for the next label after each, so it reads a row for each label and not for each email that has it. */
const names = statement(
  'email-label-names',
  `with recursive name as (
     (select label from email_label where mailbox_id = $1 order by label limit 1)
     union all
     select (select l.label from email_label l where l.mailbox_id = $1 and l.label > name.label order by l.label limit 1)
     from name where name.label is not null)
   select label from name where label is not null limit ${MAX_NAMES}`,
);

/** $1 email, $2 mailbox, $3 labels; here and in the next two. */
const setLabels = statement(
  'email-label-set',
  'update email set labels = $3::text[] where id = $1::bigint and mailbox_id = $2::int and ready_at is not null',
);
const removeLabels = statement(
  'email-label-remove',
  'delete from email_label where email_id = $1::bigint and mailbox_id = $2::int and label <> all ($3::text[])',
);
const addLabels = statement(
  'email-label-add',
  `insert into email_label (mailbox_id, label, direction, email_id)
   select mailbox_id, unnest($3::text[]), direction, id from email where id = $1::bigint and mailbox_id = $2::int
   on conflict do nothing`,
);

@Injectable()
export class LabelRepository {
  constructor(private readonly database: Database) {}

  async list(mailboxId: number, page: EmailPage, label: string): Promise<Email[]> {
    const values = [...emailPageValues(mailboxId, page), label];
    const rows = await this.database.query<EmailRow>(lists[page.oldestFirst ? 'asc' : 'desc'], values);
    return rows.map(emailOf);
  }

  /** The labels that emails of the mailbox have, in their order. */
  async names(mailboxId: number): Promise<string[]> {
    const rows = await this.database.query<{ label: string }>(names, [mailboxId]);
    return rows.map(({ label }) => label);
  }

  /**
   * Sets an email's labels; returns false if the email is gone. Writers of one email take turns, since the row is
   * locked first.
   */
  async replace(tx: Tx, { id, mailboxId }: EmailPlace, labels: readonly string[]): Promise<boolean> {
    const values = [id, mailboxId, labels];
    if ((await tx.$executeRawUnsafe(setLabels.text, ...values)) === 0) return false;
    await tx.$executeRawUnsafe(removeLabels.text, ...values);
    await tx.$executeRawUnsafe(addLabels.text, ...values);
    return true;
  }
}
