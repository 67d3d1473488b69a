import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { hasReturnPathForm, statusOf } from '@mailroom/mail';
import { canonicalAddress, type EmailAddress } from '@mailroom/message';

// Return paths of jobs date from before recipients had their own; the condition on the form is that of their index.
const findMailbox = statement(
  'return-path-mailbox',
  `select j.mailbox_id as "mailboxId", ${statusOf('m')} as status, m.encryption = 'sealed' as sealed
   from mailbox m join (
     select o.mailbox_id from outbound_recipient r join outbound_job o on o.id = r.job_id and o.mailbox_id = r.mailbox_id
     where r.return_path = $1
     union all
     select mailbox_id from outbound_job where envelope_sender = $1 and envelope_sender like 'bounce+%') j
   on m.id = j.mailbox_id`,
);

export type ReturnPathOwner = { readonly mailboxId: number; readonly status: number; readonly sealed: boolean };

/** Finds whose mail a return path belongs to, so that mail that comes back to it is accepted. */
@Injectable()
export class ReturnPathRepository {
  constructor(private readonly database: Database) {}

  /** Returns the mailbox that sent under this return path, or null for any other address, which costs nothing. */
  async find(address: EmailAddress): Promise<ReturnPathOwner | null> {
    if (!hasReturnPathForm(address)) return null;
    const [owner] = await this.database.query<ReturnPathOwner>(findMailbox, [canonicalAddress(address)]);
    return owner ?? null;
  }
}
