import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { canonicalAddress, type EmailAddress } from '@mailroom/mail';
import { hasReturnPathForm } from './return-path.js';

// The second condition is that of the index.
const findMailbox = statement(
  'return-path-mailbox',
  `select j.mailbox_id as "mailboxId", m.status from outbound_job j join mailbox m on m.id = j.mailbox_id
   where j.envelope_sender = $1 and j.envelope_sender like 'bounce+%'`,
);

export type ReturnPathOwner = { readonly mailboxId: number; readonly status: number };

/** Finds whose mail a return path belongs to, so that what comes back to it is taken in. */
@Injectable()
export class ReturnPathDirectory {
  constructor(private readonly database: Database) {}

  /** The mailbox that sent under this return path; null for every other address, which costs nothing. */
  async find(address: EmailAddress): Promise<ReturnPathOwner | null> {
    if (!hasReturnPathForm(address)) return null;
    const [owner] = await this.database.query<ReturnPathOwner>(findMailbox, [canonicalAddress(address)]);
    return owner ?? null;
  }
}
