import { Injectable } from '@nestjs/common';
import type { Principal } from '@mailroom/identity';
import { EmailPresenter } from '@mailroom/agent-view';
import {
  EmailService,
  EmailWaits,
  type Email,
  type EmailPatience,
  type Mailbox,
  type MailDirection,
} from '@mailroom/mail';
import type { CursorPage } from '@mailroom/openapi';
import { hostedMessageView } from './hosted-message.js';

export type MessagesQuery = {
  readonly direction: MailDirection | undefined;
  readonly since: Date | undefined;
  readonly cursor: number | undefined;
  readonly limit: number;
};

type Found = { readonly emails: readonly Email[]; readonly nextCursor: string | null };

/** Lists what a mailbox received and sent, newest first. */
@Injectable()
export class SelfMessages {
  constructor(
    private readonly emails: EmailService,
    private readonly waits: EmailWaits,
    private readonly presenter: EmailPresenter,
  ) {}

  /** Where there is nothing yet, and `patience` is given, it waits for mail to arrive. */
  async page(caller: Principal, mailbox: Mailbox, query: MessagesQuery, patience: EmailPatience | null) {
    const found = await this.#find(mailbox, query);
    if (found.emails.length > 0 || patience === null) return this.#show(caller, mailbox, found);
    const criteria = query.since ? { since: query.since } : { afterEmailId: 0 };
    const email = await this.waits.next(mailbox.id, criteria, patience);
    return this.#show(caller, mailbox, email ? await this.#find(mailbox, query) : found);
  }

  async #find(mailbox: Mailbox, { direction, since, cursor, limit }: MessagesQuery): Promise<Found> {
    const emails = await this.emails.timeline(mailbox, { direction, cursor, limit: limit + 1 });
    const shown = emails.slice(0, limit);
    const last = shown.at(-1);
    // Ids grow with time, but for mail that arrives in the same moment: the last of a page says whether more is wanted.
    const isEnd = emails.length <= limit || !last || (since !== undefined && last.createdAt < since);
    const wanted = shown.filter(({ createdAt }) => since === undefined || createdAt >= since);
    return { emails: wanted, nextCursor: isEnd ? null : String(last.id) };
  }

  async #show(
    caller: Principal,
    mailbox: Mailbox,
    { emails, nextCursor }: Found,
  ): Promise<CursorPage<ReturnType<typeof hostedMessageView>>> {
    const shown = await this.presenter.many(caller, emails, mailbox, { view: 'full' });
    return { items: shown.map(hostedMessageView), nextCursor };
  }
}
