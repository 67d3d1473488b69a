import { Injectable } from '@nestjs/common';
import { EmailRepository, MessageReaders, type Email, type FullEmail, type Readers } from '@mailroom/mail';
import type { EmailDelivery } from '@mailroom/webhooks';
import { AgentViewOptions } from '../agent-view.options.js';
import { parsedMessageView } from '../messages/parsed-message.js';

/** Describes a message as it is now, as the wallet API shows it. */
@Injectable()
export class MessageWebhookBody {
  constructor(
    private readonly emails: EmailRepository,
    private readonly readers: MessageReaders,
    private readonly options: AgentViewOptions,
  ) {}

  /** Returns JSON texts in the order of the deliveries, null for each whose email is gone. */
  async build(deliveries: readonly EmailDelivery[]): Promise<(string | null)[]> {
    const places = deliveries.map(({ emailId: id, mailboxId }) => ({ id, mailboxId }));
    // Nothing is told of bodies, so none is read.
    const emails = await this.emails.findManyBounded(places, 0);
    const readersOf = await this.readers.of(
      null,
      [...emails.values()].map(({ email }) => email),
    );
    return deliveries.map((delivery) => {
      const full = emails.get(delivery.emailId);
      return full ? this.#textOf(delivery, full, readersOf(full.email)) : null;
    });
  }

  #textOf({ type, occurredAt }: EmailDelivery, { email, content }: FullEmail, readers: Readers): string {
    const named = { mailbox_id: email.mailboxId, message_id: String(email.id) };
    const timestamp = occurredAt.toISOString();
    if (email.direction === 'sent') return JSON.stringify({ type, timestamp, data: { ...named, ...sentView(email) } });
    const message = parsedMessageView(email, content?.extractions ?? null, readers, this.options.baseUrl);
    const { otp_code, verification_link } = message;
    return JSON.stringify({ type, timestamp, data: { ...named, otp_code, verification_link, message } });
  }
}

function sentView({ status, subject, to, cc, bcc, errorMessage }: Email) {
  const recipients = [...to, ...cc, ...bcc].map(({ email }) => email);
  return { status, subject, recipients, error: errorMessage || null };
}
