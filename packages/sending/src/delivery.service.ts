import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { Email } from '@mailroom/mail';
import { enhancedStatusOf } from './suppression-rules.js';

const find = statement(
  'delivery-find',
  `select coalesce((select key from idempotency_key where mailbox_id = $2 and email_id = $1
       and created_at > now() - interval '24 hours'), '') as "idempotencyKey",
     coalesce((select json_agg(json_build_object('address', r.address, 'status', r.status, 'smtpReply', r.smtp_reply)
         order by r.position)
       from outbound_job j join outbound_recipient r on r.job_id = j.id where j.email_id = $1), '[]') as recipients`,
);

type Row = { idempotencyKey: string; recipients: { address: string; status: string; smtpReply: string }[] };

/** The delivery metadata of a sent message (specification 1, "Delivery object"). */
@Injectable()
export class DeliveryService {
  constructor(private readonly database: Database) {}

  async delivery(email: Email) {
    const [row] = await this.database.query<Row>(find, [email.id, email.mailboxId]);
    return {
      emailId: email.id,
      accountId: email.mailboxId,
      status: email.status,
      providerMessageId: email.providerMessageId,
      messageId: email.messageId,
      createdAt: email.createdAt.toISOString(),
      from: email.from,
      to: email.to,
      cc: email.cc,
      bcc: email.bcc,
      idempotencyKeyEcho: row?.idempotencyKey ?? '',
      captured: email.captured,
      recipients: (row?.recipients ?? []).map((recipient) => ({
        ...recipient,
        enhancedStatus: enhancedStatusOf(recipient.smtpReply),
      })),
    };
  }
}
