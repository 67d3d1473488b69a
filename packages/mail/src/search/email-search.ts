import { Injectable } from '@nestjs/common';
import type { Email } from '../email/email.js';
import { EmailRepository } from '../email/email.repository.js';
import { searchQuery, type SearchFilter } from './search-query.js';
import { SearchRepository } from './search.repository.js';

export type EmailSearchPage = {
  /** Only beyond this email, in the order asked for. */
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
  readonly limit: number;
};

/** Finds emails of one mailbox by their words (docs/adr/0018-search.md). */
@Injectable()
export class EmailSearch {
  constructor(
    private readonly index: SearchRepository,
    private readonly emails: EmailRepository,
  ) {}

  /** @throws invalid_request when a text holds no word to search for */
  async search(mailboxId: number, filter: SearchFilter, page: EmailSearchPage): Promise<Email[]> {
    const query = searchQuery(mailboxId, filter);
    return this.emails.findMany(await this.index.search(mailboxId, { ...page, filter, query }));
  }
}
