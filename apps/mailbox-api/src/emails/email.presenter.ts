import { Injectable } from '@nestjs/common';
import {
  AttachmentRepository,
  cutBodies,
  EmailRepository,
  EmailService,
  emailView,
  type Email,
  type EmailContent,
  type EmailPage,
  type Mailbox,
} from '@mailroom/mail';
import { DeliveryService } from '@mailroom/sending';
import { ReceivedEmailRepository, TaskService, type Task } from '@mailroom/tasks';
import { ApiSettings } from '../api-settings.js';
import { taskView } from '../tasks/task.view.js';
import { pageAnswer } from './page-answer.js';

type View = 'summary' | 'full';
type Bodies = { readonly view?: View; readonly maxBodyChars?: number | undefined };

/** Puts together what an answer shows of emails: bodies, attachments, tasks and deliveries. */
@Injectable()
export class EmailPresenter {
  constructor(
    private readonly settings: ApiSettings,
    private readonly emails: EmailService,
    private readonly emailRows: EmailRepository,
    private readonly attachments: AttachmentRepository,
    private readonly tasks: TaskService,
    private readonly received: ReceivedEmailRepository,
    private readonly deliveries: DeliveryService,
  ) {}

  /** One email; `task` where it was just changed, and so with its lease token; `content` where it was read with it. */
  async one(email: Email, mailbox: Mailbox, options: Bodies & { task?: Task; content?: EmailContent | null } = {}) {
    const view = options.view ?? 'full';
    const [content, attachments, task, delivery] = await Promise.all([
      options.content === undefined && view === 'full' ? this.emails.content(email) : (options.content ?? null),
      view === 'full' && email.attachmentCount > 0 ? this.attachments.listOfEmails([email.id]) : [],
      options.task ? taskView(options.task, { withLeaseToken: true }) : this.#task(email),
      email.direction === 'sent' ? this.deliveries.delivery(email) : undefined,
    ]);
    const { baseUrl } = this.settings;
    const shown = emailView({ email, mailbox, content, attachments, task, delivery }, { view, baseUrl });
    const { maxBodyChars } = options;
    return view === 'full' && maxBodyChars !== undefined ? cutBodies(shown, maxBodyChars) : shown;
  }

  /** One page of a mailbox. The common one, received mail in short, is read with its tasks in one statement. */
  async page(mailbox: Mailbox, page: EmailPage, options: Bodies & { view: View }) {
    const wanted = { ...page, limit: page.limit + 1 };
    if (page.direction === 'sent' || options.view === 'full' || page.label !== undefined) {
      return this.pageOf(await this.emails.list(mailbox, wanted), page.limit, mailbox, options);
    }
    const { view } = options;
    const { baseUrl } = this.settings;
    const views = (await this.received.list(mailbox.id, wanted)).map(({ email, task }) =>
      emailView({ email, mailbox, content: null, attachments: [], task: taskView(task) }, { view, baseUrl }),
    );
    return pageAnswer(views, page.limit);
  }

  /** One page of `limit` emails, from one more where there is another page. */
  async pageOf(emails: readonly Email[], limit: number, mailbox: Mailbox, options: Bodies) {
    const { items, ...rest } = pageAnswer(emails, limit);
    return { items: await this.many(items, mailbox, options), ...rest };
  }

  /** A list's emails, with their tasks where they were received. */
  async many(emails: readonly Email[], mailbox: Mailbox, options: Bodies & { claimed?: readonly Task[] } = {}) {
    if (options.view === 'full') return Promise.all(emails.map((email) => this.one(email, mailbox, options)));
    const received = emails.filter(({ direction }) => direction === 'received').map(({ id }) => id);
    const claimed = options.claimed && new Map(options.claimed.map((task) => [task.emailId, task]));
    const tasks = claimed ?? (await this.tasks.findMany(received));
    return emails.map((email) => {
      const found = tasks.get(email.id);
      const task = found && taskView(found, { withLeaseToken: claimed !== undefined });
      const input = { email, mailbox, content: null, attachments: [], task };
      return emailView(input, { view: 'summary', baseUrl: this.settings.baseUrl });
    });
  }

  /** The email of a task that was just claimed, in full. */
  async ofTask(task: Task, mailbox: Mailbox) {
    const full = await this.emailRows.findFull(task.emailId);
    return full && this.one(full.email, mailbox, { task, content: full.content });
  }

  /** The emails of these tasks, in their order. */
  async ofTasks(tasks: readonly Task[], mailbox: Mailbox, options: { view?: View; claimed?: boolean } = {}) {
    const emails = await this.emailRows.findMany(tasks.map(({ emailId }) => emailId));
    return this.many(emails, mailbox, {
      ...(options.view && { view: options.view }),
      ...(options.claimed && { claimed: tasks }),
    });
  }

  async #task(email: Email) {
    if (email.direction === 'sent') return undefined;
    const task = (await this.tasks.findMany([email.id])).get(email.id);
    return task && taskView(task);
  }
}
