import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Email } from '../email/email.js';
import type { Mailbox } from '../mailbox/mailbox.js';
import { STRETCHES, type Thread, type ThreadPage } from './thread.js';
import { ThreadRepository, type Stretch } from './thread.repository.js';

export type ThreadList = {
  readonly items: readonly Thread[];
  readonly nextCursor: number | null;
  readonly hasMore: boolean;
};

@Injectable()
export class ThreadService {
  constructor(private readonly threads: ThreadRepository) {}

  /**
   * Lists the mailbox's threads by their newest email. A page can be shorter than requested and still have a successor.
   */
  async list(mailbox: Mailbox, page: ThreadPage): Promise<ThreadList> {
    const ids: number[] = [];
    let { cursor } = page;
    for (const [step, size] of STRETCHES.entries()) {
      const limit = page.limit + 1 - ids.length;
      const walked: Stretch = await this.threads.walk(mailbox.id, { ...page, cursor, limit }, step);
      ids.push(...walked.ids);
      if (ids.length > page.limit) return this.#page(mailbox, ids.slice(0, page.limit), ids[page.limit - 1] ?? null);
      if (walked.count < size || walked.last === null) return this.#page(mailbox, ids, null);
      cursor = walked.last;
    }
    return this.#page(mailbox, ids, cursor ?? null);
  }

  /** Returns one thread's emails in both directions. @throws not_found if the mailbox has none of it */
  async emails(mailbox: Mailbox, threadId: string, page: ThreadPage): Promise<Email[]> {
    const storable = threadId !== '' && !threadId.includes('\0') && threadId.isWellFormed();
    const emails = storable ? await this.threads.emails(mailbox.id, threadId, page) : [];
    if (emails.length === 0 && page.cursor === undefined) {
      throw new DomainError('not_found', 'There is no such thread in this mailbox.');
    }
    return emails;
  }

  async #page(mailbox: Mailbox, ids: readonly number[], nextCursor: number | null): Promise<ThreadList> {
    return { items: await this.threads.describe(mailbox.id, ids), nextCursor, hasMore: nextCursor !== null };
  }
}
