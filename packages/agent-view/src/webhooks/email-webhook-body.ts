import { Injectable } from '@nestjs/common';
import { AttachmentRepository, EmailRepository, MailboxRepository, MessageReaders } from '@mailroom/mail';
import { TaskRepository } from '@mailroom/tasks';
import { WebhookBody, type EmailDelivery } from '@mailroom/webhooks';
import { AgentViewOptions } from '../agent-view.options.js';
import { withoutBodies } from '../emails/cut-bodies.js';
import { emailView } from '../emails/email.js';
import { taskView } from '../tasks/email-task.js';

/** Bodies larger than this are left out. */
const MAX_BODY_BYTES = 256 * 1024;

/** Describes the email as it is now, in the full view of the agent API. */
@Injectable()
export class EmailWebhookBody extends WebhookBody {
  constructor(
    private readonly emails: EmailRepository,
    private readonly mailboxes: MailboxRepository,
    private readonly attachments: AttachmentRepository,
    private readonly tasks: TaskRepository,
    private readonly options: AgentViewOptions,
    private readonly readers: MessageReaders,
  ) {
    super();
  }

  async build({ emailId, type, occurredAt }: EmailDelivery): Promise<string | null> {
    const full = await this.emails.findFull(emailId);
    if (!full) return null;
    const { email, content } = full;
    const [mailbox, attachments, tasks, readersOf] = await Promise.all([
      this.mailboxes.find(email.mailboxId),
      email.attachmentCount > 0 ? this.attachments.listOfEmails([email.id]) : [],
      this.tasks.findMany([email.id]),
      this.readers.of(null, [email]),
    ]);
    if (!mailbox) return null;
    const size = Buffer.byteLength(content?.plainText ?? '') + Buffer.byteLength(content?.html ?? '');
    const bodyTruncated = size > MAX_BODY_BYTES;
    const found = tasks.get(email.id);
    const input = { email, mailbox, readers: readersOf(email), attachments, content, task: found && taskView(found) };
    const view = emailView(input, { view: 'full', baseUrl: this.options.baseUrl });
    const resource = bodyTruncated ? withoutBodies(view) : view;
    const data = { accountId: mailbox.id, emailId: email.id, email: resource, ...(bodyTruncated && { bodyTruncated }) };
    return JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
  }
}
