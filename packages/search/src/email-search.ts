import { Injectable } from '@nestjs/common';
import { type Email, EmailRepository } from '@mailroom/mail';
import { SearchIndex } from './search-index.js';
import { searchQuery, type SearchFilter } from './search-query.js';
import { SearchRepository } from './search.repository.js';

export type EmailSearchPage = {
  /** Only emails after this one, in the requested order. */
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
  readonly limit: number;
};

export type FoundEmails = {
  readonly emails: Email[];
  /** Ready emails that are known not to have been searched. */
  readonly unindexed: number;
};

/** Finds emails of one mailbox by their words (docs/adr/0018-search.md). */
@Injectable()
export class EmailSearch {
  constructor(
    private readonly index: SearchRepository,
    private readonly emails: EmailRepository,
    private readonly indexing: SearchIndex,
  ) {}

  /**
   * Finds what was ready when it was asked; what the index lacks of that is added first. In a flood some is left.
   *
   * @throws invalid_request when a text holds no word to search for
   */
  async search(mailboxId: number, filter: SearchFilter, page: EmailSearchPage): Promise<FoundEmails> {
    const query = searchQuery(filter);
    const unindexed = await this.indexing.addLatest(mailboxId);
    const emails: Email[] = [];
    for (let { cursor } = page; ;) {
      const limit = page.limit - emails.length;
      const ids = await this.index.search(mailboxId, { ...page, cursor, limit, filter, query });
      emails.push(...(await this.emails.findMany(ids.map((id) => ({ id, mailboxId })))));
      // An email that was deleted a moment ago is still in the index, and others take its place.
      if (ids.length < limit || emails.length === page.limit) return { emails, unindexed };
      cursor = ids.at(-1);
    }
  }
}
