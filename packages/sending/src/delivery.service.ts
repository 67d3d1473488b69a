import { Injectable } from '@nestjs/common';
import type { Email } from '@mailroom/mail';
import { DeliveryRepository, type DeliveryRow } from './delivery.repository.js';
import type { RecipientSource } from './send-request.js';
import { enhancedStatusOf } from './suppression-rules.js';

/** What became of a sent email beside its status. */
export type Delivery = {
  /** The key under which it was sent, for as long as the key is kept; else "". */
  readonly idempotencyKey: string;
  readonly recipientSource: RecipientSource;
  readonly recipients: readonly DeliveredRecipient[];
};

/** `smtpReply` is what the recipient's host said, and `enhancedStatus` the code in it (RFC 3463), or "". */
export type DeliveredRecipient = {
  readonly address: string;
  readonly status: string;
  readonly smtpReply: string;
  readonly enhancedStatus: string;
};

/** What became of sent emails. */
@Injectable()
export class DeliveryService {
  constructor(private readonly deliveryRows: DeliveryRepository) {}

  /** Returns the deliveries of one mailbox's sent emails, by the emails' ids. */
  async deliveries(emails: readonly Email[]): Promise<Map<number, Delivery>> {
    const sent = emails.filter(({ direction }) => direction === 'sent');
    const [first] = sent;
    if (!first) return new Map();
    const rows = await this.deliveryRows.find(
      first.mailboxId,
      sent.map(({ id }) => id),
    );
    return new Map(rows.map((row) => [row.emailId, deliveryOf(row)]));
  }
}

function deliveryOf({ idempotencyKey, recipientSource, recipients }: DeliveryRow): Delivery {
  return {
    idempotencyKey,
    recipientSource,
    recipients: recipients.map((recipient) => ({
      enhancedStatus: enhancedStatusOf(recipient.smtpReply),
      ...recipient,
    })),
  };
}
