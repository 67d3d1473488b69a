import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { Email } from '@mailroom/mail';
import type { RecipientSource } from './send-request.js';
import { enhancedStatusOf } from './suppression-rules.js';

const find = statement(
  'delivery-find',
  `select i.id as "emailId",
     coalesce((select key from idempotency_key where email_id = i.id and mailbox_id = $2
       and created_at > now() - interval '24 hours'), '') as "idempotencyKey",
     coalesce((select recipient_source from outbound_job where email_id = i.id), 'request') as "recipientSource",
     coalesce((select json_agg(json_build_object('address', r.address, 'status', r.status, 'smtpReply', r.smtp_reply)
         order by r.position)
       from outbound_job j join outbound_recipient r on r.job_id = j.id where j.email_id = i.id), '[]') as recipients
   from unnest($1::bigint[]) i (id)`,
);

type Row = {
  emailId: number;
  idempotencyKey: string;
  recipientSource: RecipientSource;
  recipients: { address: string; status: string; smtpReply: string }[];
};

/** The delivery metadata of sent messages (specification 1, "Delivery object"). */
@Injectable()
export class DeliveryService {
  constructor(private readonly database: Database) {}

  /** Returns the deliveries of one mailbox's sent emails, by the emails' ids. */
  async deliveries(emails: readonly Email[]): Promise<Map<number, DeliveryView>> {
    const sent = emails.filter(({ direction }) => direction === 'sent');
    const [first] = sent;
    if (!first) return new Map();
    const rows = await this.database.query<Row>(find, [sent.map(({ id }) => id), first.mailboxId]);
    const byId = new Map(rows.map((row) => [row.emailId, row]));
    return new Map(sent.map((email) => [email.id, deliveryView(email, byId.get(email.id))]));
  }
}

export type DeliveryView = ReturnType<typeof deliveryView>;

function deliveryView(email: Email, row: Row | undefined) {
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
    recipientSource: row?.recipientSource ?? 'request',
    recipients: (row?.recipients ?? []).map((recipient) => ({
      ...recipient,
      enhancedStatus: enhancedStatusOf(recipient.smtpReply),
    })),
  };
}
