import { Injectable } from '@nestjs/common';
import {
  AttachmentRepository,
  EmailRepository,
  MailboxRepository,
  MessageReaders,
  type Attachment,
  type BoundedEmail,
  type Mailbox,
  type Readers,
} from '@mailroom/mail';
import { TaskRepository, type Task } from '@mailroom/tasks';
import { WebhookBody, type EmailDelivery } from '@mailroom/webhooks';
import { AgentViewOptions } from '../agent-view.options.js';
import { withoutBodies } from '../emails/cut-bodies.js';
import { emailView } from '../emails/email.js';
import { taskView } from '../tasks/email-task.js';

/** Bodies larger than this are left out, and not even read: many emails are told of at once. */
const MAX_BODY_BYTES = 256 * 1024;

/** What stands beside an email. */
type Beside = {
  readonly mailbox: Mailbox;
  readonly attachments: readonly Attachment[];
  readonly task: Task | undefined;
  readonly readers: Readers;
};

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

  async build(deliveries: readonly EmailDelivery[]): Promise<(string | null)[]> {
    const places = deliveries.map(({ emailId: id, mailboxId }) => ({ id, mailboxId }));
    const emails = await this.emails.findManyBounded(places, MAX_BODY_BYTES);
    const found = [...emails.values()].map(({ email }) => email);
    const withFiles = found.filter(({ attachmentCount }) => attachmentCount > 0);
    const [mailboxes, files, tasks, readersOf] = await Promise.all([
      this.mailboxes.findMany([...new Set(found.map(({ mailboxId }) => mailboxId))]),
      withFiles.length > 0 ? this.attachments.listOfEmails(withFiles) : [],
      this.tasks.findMany(found),
      this.readers.of(null, found),
    ]);
    return deliveries.map((delivery) => {
      const full = emails.get(delivery.emailId);
      const mailbox = full && mailboxes.get(full.email.mailboxId);
      if (!full || !mailbox) return null;
      const attachments = files.filter(({ emailId }) => emailId === full.email.id);
      const [task, readers] = [tasks.get(full.email.id), readersOf(full.email)];
      return this.#textOf(delivery, full, { mailbox, attachments, task, readers });
    });
  }

  #textOf(
    { type, occurredAt }: EmailDelivery,
    { email, content, bodiesLeftOut: bodyTruncated }: BoundedEmail,
    { mailbox, attachments, task, readers }: Beside,
  ) {
    const input = { email, mailbox, readers, attachments, content, task: task && taskView(task) };
    const view = emailView(input, { view: 'full', baseUrl: this.options.baseUrl });
    const resource = bodyTruncated ? withoutBodies(view) : view;
    const data = { accountId: mailbox.id, emailId: email.id, email: resource, ...(bodyTruncated && { bodyTruncated }) };
    return JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
  }
}
