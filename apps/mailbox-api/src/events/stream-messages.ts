import { Injectable } from '@nestjs/common';
import { EmailPresenter, type EmailResource } from '@mailroom/agent-view';
import { EmailRepository, MailboxRepository, type Mailbox } from '@mailroom/mail';
import type { FeedEvent } from '@mailroom/messaging';
import type { StreamMessage } from './event-stream.js';

const MAX_MAILBOXES = 100_000;

/** Renders each event once, for however many streams: the email in summary view, together with its task. */
@Injectable()
export class StreamMessages {
  /** A mailbox never changes its tenant or user, and nothing else of it is read here. */
  readonly #mailboxes = new Map<number, Mailbox>();

  constructor(
    private readonly mailboxes: MailboxRepository,
    private readonly emails: EmailRepository,
    private readonly presenter: EmailPresenter,
  ) {}

  async mailbox(id: number): Promise<Mailbox | null> {
    const known = this.#mailboxes.get(id);
    if (known) return known;
    const mailbox = await this.mailboxes.find(id);
    if (this.#mailboxes.size >= MAX_MAILBOXES) this.#mailboxes.clear();
    if (mailbox) this.#mailboxes.set(id, mailbox);
    return mailbox;
  }

  /** Returns the messages in the order of the events; an email that was deleted meanwhile is null. */
  async of(events: readonly FeedEvent[]): Promise<StreamMessage[]> {
    const views = await this.#views(events);
    return events.map((event) => {
      const { id, type, mailboxId: accountId, emailId, createdAt } = event;
      const data = { accountId, emailId, email: views.get(emailId) ?? null };
      const body = JSON.stringify({ id, type, timestamp: createdAt.toISOString(), data });
      return { event, text: `event: ${type}\ndata: ${body}\n\n` };
    });
  }

  async #views(events: readonly FeedEvent[]): Promise<Map<number, EmailResource>> {
    const places = new Map(events.map(({ emailId: id, mailboxId }) => [id, { id, mailboxId }]));
    const emails = await this.emails.findMany([...places.values()]);
    const views = new Map<number, EmailResource>();
    for (const mailboxId of new Set(emails.map((email) => email.mailboxId))) {
      const mailbox = await this.mailbox(mailboxId);
      if (!mailbox) continue;
      const own = emails.filter((email) => email.mailboxId === mailboxId);
      for (const view of await this.presenter.many(null, own, mailbox)) views.set(view.id, view);
    }
    return views;
  }
}
