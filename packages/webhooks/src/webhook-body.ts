import { Injectable } from '@nestjs/common';
import { AttachmentRepository, EmailRepository, emailView, MailboxRepository } from '@mailroom/mail';
import type { WebhookDelivery } from './delivery.repository.js';
import { WebhookOptions } from './webhook.js';

/** Bodies above this are left out. */
const MAX_BODY_BYTES = 256 * 1024;

/** Builds what an endpoint is told of an email. */
@Injectable()
export class WebhookBody {
  constructor(
    private readonly emails: EmailRepository,
    private readonly mailboxes: MailboxRepository,
    private readonly attachments: AttachmentRepository,
    private readonly options: WebhookOptions,
  ) {}

  /** The JSON text, of the email as it is now; null when it is gone. */
  async build({ emailId, type, occurredAt }: WebhookDelivery): Promise<string | null> {
    const full = await this.emails.findFull(emailId);
    if (!full) return null;
    const { email, content } = full;
    const [mailbox, attachments] = await Promise.all([
      this.mailboxes.find(email.mailboxId),
      email.attachmentCount > 0 ? this.attachments.listOfEmails([email.id]) : [],
    ]);
    if (!mailbox) return null;
    const size = Buffer.byteLength(content?.plainText ?? '') + Buffer.byteLength(content?.html ?? '');
    const bodyTruncated = size > MAX_BODY_BYTES;
    const view = emailView({ email, mailbox, attachments, content }, { view: 'full', baseUrl: this.options.baseUrl });
    const resource = bodyTruncated ? { ...view, plainText: '', html: '' } : view;
    const data = { accountId: mailbox.id, emailId: email.id, email: resource, ...(bodyTruncated && { bodyTruncated }) };
    return JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
  }
}
