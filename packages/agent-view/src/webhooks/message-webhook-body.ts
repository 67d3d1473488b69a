import { Injectable } from '@nestjs/common';
import { EmailRepository, MessageReaders, type Email } from '@mailroom/mail';
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

  /** Returns JSON text, or null if the email is gone. */
  async build({ emailId, type, occurredAt }: EmailDelivery): Promise<string | null> {
    const full = await this.emails.findFull(emailId);
    if (!full) return null;
    const { email, content } = full;
    const named = { mailbox_id: email.mailboxId, message_id: String(email.id) };
    const timestamp = occurredAt.toISOString();
    if (email.direction === 'sent') return JSON.stringify({ type, timestamp, data: { ...named, ...sentView(email) } });
    const readersOf = await this.readers.of(null, [email]);
    const message = parsedMessageView(email, content?.extractions ?? null, readersOf(email), this.options.baseUrl);
    const { otp_code, verification_link } = message;
    return JSON.stringify({ type, timestamp, data: { ...named, otp_code, verification_link, message } });
  }
}

function sentView({ status, subject, to, cc, bcc, errorMessage }: Email) {
  const recipients = [...to, ...cc, ...bcc].map(({ email }) => email);
  return { status, subject, recipients, error: errorMessage || null };
}
