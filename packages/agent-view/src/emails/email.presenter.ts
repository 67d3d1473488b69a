import { Injectable } from '@nestjs/common';
import type { Principal } from '@mailroom/identity';
import {
  AttachmentRepository,
  EmailContents,
  EmailRepository,
  EmailService,
  type Email,
  type EmailContent,
  type EmailPage,
  type Mailbox,
} from '@mailroom/mail';
import { DeliveryService } from '@mailroom/sending';
import { ReceivedEmailRepository, TaskService, type ClaimedPart, type NextTask, type Task } from '@mailroom/tasks';
import { AgentViewOptions } from '../agent-view.options.js';
import { pageAnswer, type Page } from '../schema/answer.js';
import { claimedTaskView, completionView, type ClaimedTaskResource } from '../tasks/claimed-task.js';
import { taskView, type EmailTaskResource } from '../tasks/email-task.js';
import { cutBodies, withoutBodies } from './cut-bodies.js';
import { deliveryView } from './delivery.js';
import { emailView, type EmailResource, type EmailViewInput, type EmailViewName } from './email.js';

type Bodies = { readonly view?: EmailViewName; readonly maxBodyChars?: number | undefined };
type OneEmail = Bodies & {
  readonly task?: Task | undefined;
  readonly seen?: Task | null;
  readonly content?: EmailContent | null;
};

/** Who is shown it; null where many are told the same. */
type Viewer = Principal | null;

/** Assembles what an answer shows of emails: bodies, attachments, tasks, deliveries, and whether the caller can decrypt it. */
@Injectable()
export class EmailPresenter {
  constructor(
    private readonly settings: AgentViewOptions,
    private readonly emails: EmailService,
    private readonly emailRows: EmailRepository,
    private readonly contents: EmailContents,
    private readonly attachments: AttachmentRepository,
    private readonly tasks: TaskService,
    private readonly received: ReceivedEmailRepository,
    private readonly deliveries: DeliveryService,
  ) {}

  /**
   * Shows one email; `task` if it was just changed, and so with its lease token; `seen` and `content` if its task and its
   * bodies were read along with it.
   */
  async one(caller: Viewer, email: Email, mailbox: Mailbox, options: OneEmail = {}): Promise<EmailResource> {
    const view = options.view ?? 'full';
    const [content, attachments, task, deliveries, readersOf] = await Promise.all([
      options.content === undefined && view === 'full' ? this.emails.content(email) : (options.content ?? null),
      view === 'full' && email.attachmentCount > 0 ? this.attachments.listOfEmails([email]) : [],
      options.task ? taskView(options.task, { withLeaseToken: true }) : this.#task(email, options.seen),
      this.deliveries.deliveries([email]),
      this.emails.readers(caller, [email]),
    ]);
    const { baseUrl } = this.settings;
    const sent = deliveries.get(email.id);
    const delivery = sent && deliveryView(email, sent);
    const readers = readersOf(email);
    const released = view === 'full' ? (await this.emails.released([email], readersOf)).get(email.id) : undefined;
    const input = { email, mailbox, readers, released, content, attachments, task, delivery };
    const shown = emailView(input, { view, baseUrl });
    const { maxBodyChars } = options;
    return view === 'full' && maxBodyChars !== undefined ? cutBodies(shown, maxBodyChars) : shown;
  }

  /** Shows one email by its id. @throws not_found if the caller may not see it */
  async byId(caller: Principal, emailId: number, options: Bodies): Promise<EmailResource> {
    const found = await this.tasks.findEmail(emailId, caller.mailboxId);
    const { email, mailbox, content } = await this.emails.requireVisible(caller, found);
    return this.one(caller, email, mailbox, Object.assign({}, options, { content, seen: found?.task ?? null }));
  }

  /**
   * Shows one page of a mailbox. The common case, received mail in summary, is read with its tasks in one statement.
   */
  async page(
    caller: Viewer,
    mailbox: Mailbox,
    page: EmailPage,
    options: Bodies & { view: EmailViewName },
  ): Promise<Page<EmailResource>> {
    const wanted = { ...page, limit: page.limit + 1 };
    if (page.direction === 'sent' || options.view === 'full' || page.label !== undefined) {
      return this.pageOf(caller, await this.emails.list(mailbox, wanted), page.limit, mailbox, options);
    }
    const { view } = options;
    const { baseUrl } = this.settings;
    const found = await this.received.list(mailbox.id, wanted);
    const readersOf = await this.emails.readers(
      caller,
      found.map(({ email }) => email),
    );
    const views = found.map(({ email, task }) => {
      const input = { email, mailbox, readers: readersOf(email), content: null, attachments: [], task: taskView(task) };
      return emailView(input, { view, baseUrl });
    });
    return pageAnswer(views, page.limit);
  }

  /** Shows one page of `limit` emails; `emails` holds one more if there is another page. */
  async pageOf(
    caller: Viewer,
    emails: readonly Email[],
    limit: number,
    mailbox: Mailbox,
    options: Bodies,
  ): Promise<Page<EmailResource>> {
    const { items, ...rest } = pageAnswer(emails, limit);
    return { items: await this.many(caller, items, mailbox, options), ...rest };
  }

  /**
   * Shows a list's emails, with their tasks if they were received and their deliveries if they were sent; the full view
   * includes as many bodies as an answer carries.
   */
  async many(
    caller: Viewer,
    emails: readonly Email[],
    mailbox: Mailbox,
    options: Bodies & { claimed?: readonly Task[] } = {},
  ): Promise<EmailResource[]> {
    const received = emails.filter(({ direction }) => direction === 'received');
    const claimed = options.claimed && new Map(options.claimed.map((task) => [task.emailId, task]));
    const [tasks, deliveries, readersOf] = await Promise.all([
      claimed ?? this.tasks.findMany(received),
      this.deliveries.deliveries(emails),
      this.emails.readers(caller, emails),
    ]);
    const full = options.view === 'full';
    const released = full ? await this.emails.released(emails, readersOf) : null;
    const inputs = emails.map((email) => {
      const found = tasks.get(email.id);
      const task = found && taskView(found, { withLeaseToken: claimed !== undefined });
      const sent = deliveries.get(email.id);
      const delivery = sent && deliveryView(email, sent);
      const bridged = { readers: readersOf(email), released: released?.get(email.id) };
      return { email, mailbox, ...bridged, content: null, attachments: [], task, delivery };
    });
    if (full) return this.#full(inputs, options.maxBodyChars);
    return inputs.map((input) => emailView(input, { view: 'summary', baseUrl: this.settings.baseUrl }));
  }

  async #full(inputs: readonly EmailViewInput[], maxBodyChars: number | undefined): Promise<EmailResource[]> {
    const emails = inputs.map(({ email }) => email);
    const withFiles = emails.filter(({ attachmentCount }) => attachmentCount > 0);
    const rawIds = emails.map(({ rawId }) => rawId);
    const [contents, files] = await Promise.all([
      this.contents.read(rawIds, maxBodyChars),
      withFiles.length > 0 ? this.attachments.listOfEmails(withFiles) : [],
    ]);
    return inputs.map((input) => {
      const { content = null, withheld = false } = contents.get(input.email.rawId) ?? {};
      const attachments = files.filter(({ emailId }) => emailId === input.email.id);
      const { baseUrl } = this.settings;
      const shown = emailView({ ...input, content, attachments }, { view: 'full', baseUrl });
      if (withheld) return { ...withoutBodies(shown), truncated: true };
      return maxBodyChars === undefined ? shown : cutBodies(shown, maxBodyChars);
    });
  }

  /** Shows the email of a task that was just claimed, in full. */
  async ofTask(caller: Viewer, task: Task, mailbox: Mailbox): Promise<EmailResource | null> {
    const full = await this.emailRows.findFull(task.emailId, mailbox.id);
    return full && this.one(caller, full.email, mailbox, { task, content: full.content });
  }

  /** Shows what a claim gave, with as much of the email as was asked for; null if there is nothing to say. */
  async claimed(
    caller: Viewer,
    next: NextTask,
    mailbox: Mailbox,
    part: ClaimedPart,
  ): Promise<EmailResource | ClaimedTaskResource | null> {
    const { claimed } = next;
    if (!claimed?.email || part === 'none') return claimedTaskView(next);
    const { task, email: full } = claimed;
    // Large bodies are not read with the claims of others.
    const content = full.content ?? undefined;
    const options = { view: part, task, ...(content && part === 'full' && { content }) };
    return Object.assign(await this.one(caller, full.email, mailbox, options), completionView(next));
  }

  /** The same for several tasks; the full view includes as many bodies as an answer carries. */
  async claimedMany(
    caller: Viewer,
    tasks: readonly Task[],
    mailbox: Mailbox,
    part: ClaimedPart,
  ): Promise<(EmailResource | ClaimedTaskResource)[]> {
    if (part !== 'none') return this.ofTasks(caller, tasks, mailbox, { view: part, claimed: true });
    return tasks.flatMap((task) => claimedTaskView({ claimed: { task, email: null } }) ?? []);
  }

  /** Shows the emails of these tasks, in their order. */
  async ofTasks(
    caller: Viewer,
    tasks: readonly Task[],
    mailbox: Mailbox,
    options: { view?: EmailViewName; claimed?: boolean } = {},
  ): Promise<EmailResource[]> {
    const emails = await this.emailRows.findMany(tasks.map(({ emailId: id }) => ({ id, mailboxId: mailbox.id })));
    return this.many(caller, emails, mailbox, {
      ...(options.view && { view: options.view }),
      ...(options.claimed && { claimed: tasks }),
    });
  }

  async #task(email: Email, seen: Task | null | undefined): Promise<EmailTaskResource | undefined> {
    if (email.direction === 'sent') return undefined;
    const task = seen === undefined ? (await this.tasks.findMany([email])).get(email.id) : seen;
    return task ? taskView(task) : undefined;
  }
}
