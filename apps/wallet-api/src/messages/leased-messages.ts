import { Injectable } from '@nestjs/common';
import { parsedMessageView } from '@mailroom/agent-view';
import { Database } from '@mailroom/database';
import type { Principal } from '@mailroom/identity';
import { PaidCalls } from '@mailroom/leases';
import { EmailContents, EmailRepository, EmailWaits, MessageReaders, type Email, type Mailbox } from '@mailroom/mail';
import { ApiSettings } from '../api-settings.js';
import { cursorText, type MessagesQuery } from './messages-query.js';
import type { MessagePage } from './message-page.js';

/** Who reads, and how it pays for it. */
export type Reader = {
  readonly caller: Principal;
  readonly proof: string | undefined;
  /** Aborted when the client goes away. */
  readonly gone: AbortSignal;
};

type Found = {
  readonly emails: readonly Email[];
  readonly nextCursor: string | null;
  readonly newerCursor: string;
};

/** Lists what a mailbox received, newest first. */
@Injectable()
export class LeasedMessages {
  constructor(
    private readonly database: Database,
    private readonly emails: EmailRepository,
    private readonly contents: EmailContents,
    private readonly waits: EmailWaits,
    private readonly calls: PaidCalls,
    private readonly readers: MessageReaders,
    private readonly settings: ApiSettings,
  ) {}

  /**
   * The read is counted, or its proof spent, when the answer is complete: what is refused or given up counts nothing.
   * @throws payment_required
   */
  async page(mailbox: Mailbox, query: MessagesQuery, { caller, proof, gone }: Reader): Promise<MessagePage> {
    const call = { kind: 'read', principal: caller, proof } as const;
    let found = await this.#find(mailbox.id, query);
    if (found.emails.length === 0 && query.seconds > 0) {
      // A proof must still be good when the wait is over.
      const seconds = Math.min(query.seconds, Math.max(0, Math.floor(await this.calls.look(call)) - 1));
      const { since, cursor } = query;
      // Both must hold for what ends the wait, as they do for what is listed.
      const criteria = { since, afterEmailId: cursor?.emailId ?? (since ? undefined : 0) };
      const patience = { seconds, gone, principalId: caller.id, tenantId: caller.tenantId };
      if (await this.waits.next(mailbox.id, criteria, patience)) found = await this.#find(mailbox.id, query);
    }
    const page = await this.#show(caller, found);
    if (!gone.aborted) await this.calls.charge(this.database, call);
    return page;
  }

  async #find(mailboxId: number, query: MessagesQuery): Promise<Found> {
    return query.cursor?.direction === 'after'
      ? this.#after(mailboxId, query, query.cursor.emailId)
      : this.#before(mailboxId, query, query.cursor?.emailId);
  }

  async #before(mailboxId: number, { since, limit }: MessagesQuery, beyond: number | undefined): Promise<Found> {
    // Read before the list: whatever is not in the list then comes after this.
    const newest = beyond === undefined ? await this.emails.settledUntil(mailboxId) : beyond - 1;
    const page = { direction: 'received', cursor: beyond, oldestFirst: false, limit: limit + 1 } as const;
    const emails = await this.emails.list(mailboxId, page);
    const shown = emails.slice(0, limit);
    const last = shown.at(-1);
    // Ids grow with time, but for mail that arrives in the same moment: the last of a page says whether more is wanted.
    const isEnd = emails.length <= limit || !last || (since !== undefined && last.createdAt < since);
    return {
      emails: shown.filter(({ createdAt }) => since === undefined || createdAt >= since),
      nextCursor: isEnd ? null : cursorText({ direction: 'before', emailId: last.id }),
      newerCursor: cursorText({ direction: 'after', emailId: newest }),
    };
  }

  async #after(mailboxId: number, { since, limit }: MessagesQuery, emailId: number): Promise<Found> {
    const page = { direction: 'received', cursor: emailId, oldestFirst: true, limit: limit + 1 } as const;
    const emails = await this.emails.list(mailboxId, page);
    const shown = emails.slice(0, limit);
    const newerCursor = cursorText({ direction: 'after', emailId: shown.at(-1)?.id ?? emailId });
    return {
      emails: shown.filter(({ createdAt }) => since === undefined || createdAt >= since).toReversed(),
      nextCursor: emails.length > limit ? newerCursor : null,
      newerCursor,
    };
  }

  async #show(caller: Principal, { emails, nextCursor, newerCursor }: Found): Promise<MessagePage> {
    const rawIds = emails.map(({ rawId }) => rawId);
    const [contents, readersOf] = await Promise.all([this.contents.read(rawIds, 0), this.readers.of(caller, emails)]);
    const items = emails.map((email) => {
      const extractions = contents.get(email.rawId)?.content.extractions ?? null;
      return parsedMessageView(email, extractions, readersOf(email), this.settings.baseUrl);
    });
    return { items, next_cursor: nextCursor, newer_cursor: newerCursor };
  }
}
