import type { Email } from '@mailroom/mail';
import { about, boolean, type Described, integer, list, object, string, word } from '@mailroom/openapi';
import type { Delivery } from '@mailroom/sending';
import { address } from '../schema/address.js';

const recipientSource = about(
  word(['request', 'from', 'replyTo']),
  'where the recipients came from: the request, or the From or Reply-To of the answered email',
);

export const deliverySchema = about(
  object({
    emailId: integer,
    accountId: integer,
    status: string,
    providerMessageId: string,
    messageId: string,
    createdAt: string,
    from: address,
    to: list(address),
    cc: list(address),
    bcc: list(address),
    idempotencyKeyEcho: string,
    captured: boolean,
    recipientSource,
    recipients: list(object({ address: string, status: string, smtpReply: string, enhancedStatus: string })),
  }),
  'what became of a sent message',
);

/** The delivery of a sent email (specification 1, "Delivery object"). */
export type DeliveryView = Described<typeof deliverySchema>;

export function deliveryView(email: Email, delivery: Delivery): DeliveryView {
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
    idempotencyKeyEcho: delivery.idempotencyKey,
    captured: email.captured,
    recipientSource: delivery.recipientSource,
    recipients: delivery.recipients,
  };
}
