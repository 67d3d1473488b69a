import { Injectable } from '@nestjs/common';
import { counter, histogram } from '@mailroom/observability';
import { readHtml } from '../html/read-html.js';
import { searchVector } from './search-document.js';
import { SearchIndexRepository, type IndexableEmail } from './search-index.repository.js';

const indexed = counter('mailroom_search_indexed_emails_total', 'emails that came into the search index');
const indexSeconds = histogram('mailroom_search_index_seconds', 'to index one group of emails');

/** Emails indexed in one statement. */
export const MAX_GROUP = 64;
/** Blocks sealed in one statement: some milliseconds each. */
const SEALED_AT_ONCE = 8;
const HTML_LIMITS = { maxScanned: 1_000_000, maxCharacters: 200_000 };

/** Brings emails into the search index. */
@Injectable()
export class SearchIndex {
  constructor(private readonly index: SearchIndexRepository) {}

  /** Resolves when a search finds the emails. Adding one again, or one that is not ready, does nothing. */
  async add(emailIds: readonly number[]): Promise<void> {
    const begun = performance.now();
    const emails = await this.index.load(emailIds);
    if (emails.length === 0) return;
    const mailboxIds = await this.index.insert(emails.map((email) => ({ id: email.id, words: wordsOf(email) })));
    for (const mailboxId of mailboxIds) while (await this.index.seal(mailboxId, SEALED_AT_ONCE));
    indexed.inc(emails.length);
    indexSeconds.observe((performance.now() - begun) / 1_000);
  }

  /** Adds every email that is missing, for a database that is older than its index; returns how many. */
  async addMissing(): Promise<number> {
    let [count, after] = [0, 0];
    for (;;) {
      const emailIds = await this.index.missing(after, MAX_GROUP);
      await this.add(emailIds);
      count += emailIds.length;
      const last = emailIds.at(-1);
      if (last === undefined) return count;
      after = last;
    }
  }

  /** Makes blocks anew that lost emails; tells whether more of them may be left. */
  async renew(limit: number): Promise<boolean> {
    return (await this.index.renewStale(limit)) === limit;
  }
}

function wordsOf({ subject, fromEmail, fromName, recipients, text, html }: IndexableEmail): string {
  const words = text === '' && html !== '' ? seenText(html) : text;
  return searchVector({ subject, from: { email: fromEmail, name: fromName }, to: recipients, text: words });
}

/** What a person sees of a page; what is hidden in it is not found. */
function seenText(html: string): string {
  return readHtml(html, HTML_LIMITS)
    .lines.map((line) => line.text)
    .join('\n');
}
