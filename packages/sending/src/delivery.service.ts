import { Injectable } from '@nestjs/common';
import type { Email } from '@mailroom/mail';
import { DeliveryRepository, type DeliveryRow } from './delivery.repository.js';
import { enhancedStatusOf } from './suppression-rules.js';

/** The delivery metadata of sent messages (specification 1, "Delivery object"). */
@Injectable()
export class DeliveryService {
  constructor(private readonly deliveryRows: DeliveryRepository) {}

  /** Returns the deliveries of one mailbox's sent emails, by the emails' ids. */
  async deliveries(emails: readonly Email[]): Promise<Map<number, DeliveryView>> {
    const sent = emails.filter(({ direction }) => direction === 'sent');
    const [first] = sent;
    if (!first) return new Map();
    const ids = sent.map(({ id }) => id);
    const rows = await this.deliveryRows.find(first.mailboxId, ids);
    const byId = new Map(rows.map((row) => [row.emailId, row]));
    return new Map(sent.map((email) => [email.id, deliveryView(email, byId.get(email.id))]));
  }
}

export type DeliveryView = ReturnType<typeof deliveryView>;

function deliveryView(email: Email, row: DeliveryRow | undefined) {
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
