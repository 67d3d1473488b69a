import { Injectable } from '@nestjs/common';
import { GroupCommitter } from '@mailroom/database';
import { emailReceived, outboundQueued } from '@mailroom/events';
import { EventBus, PollingLoop, type Subscription } from '@mailroom/messaging';
import { readHtml } from '../html/read-html.js';
import { searchVector } from './search-document.js';
import { SearchIndexRepository, type IndexableEmail } from './search-index.repository.js';

const MAX_GROUP = 64;
/** Blocks sealed in one statement: some milliseconds each. */
const SEALED_AT_ONCE = 8;
const RENEWED_AT_ONCE = 16;
const RENEW_MS = 30_000;
const HTML_LIMITS = { maxScanned: 1_000_000, maxCharacters: 200_000 };

/**
 * Brings emails into the search index, off the way of the mail itself: a group at a time, so that a flood of mail leaves
 * most of the processor to taking it in.
 */
@Injectable()
export class SearchIndexer {
  readonly #committer = new GroupCommitter<number, undefined>((emailIds) => this.#index(emailIds), {
    maxGroup: MAX_GROUP,
  });
  #subscription: Subscription | undefined;
  #renewer: PollingLoop | undefined;

  constructor(
    private readonly index: SearchIndexRepository,
    private readonly bus: EventBus,
  ) {}

  async start(onError: (error: unknown) => void): Promise<void> {
    const types = [emailReceived.type, outboundQueued.type];
    this.#subscription = await this.bus.subscribe({ name: 'search', types, concurrency: 2 * MAX_GROUP }, (event) =>
      this.add((event.type === emailReceived.type ? emailReceived : outboundQueued).parse(event.payload).emailId),
    );
    const renew = async () => (await this.index.renewStale(RENEWED_AT_ONCE)) === RENEWED_AT_ONCE;
    this.#renewer = new PollingLoop(renew, { intervalMs: RENEW_MS, onError });
  }

  async close(): Promise<void> {
    await this.#subscription?.close();
    await this.#renewer?.close();
  }

  /** Resolves when a search finds the email. Adding one again, or one that is not ready, does nothing. */
  async add(emailId: number): Promise<void> {
    await this.#committer.submit(emailId);
  }

  /** Adds every email that is missing, for a database that is older than its index; returns how many. */
  async addMissing(): Promise<number> {
    let [count, after] = [0, 0];
    for (;;) {
      const emailIds = await this.index.missing(after, MAX_GROUP);
      await Promise.all(emailIds.map((emailId) => this.add(emailId)));
      count += emailIds.length;
      const last = emailIds.at(-1);
      if (last === undefined) return count;
      after = last;
    }
  }

  async #index(emailIds: readonly number[]): Promise<undefined[]> {
    const emails = await this.index.load(emailIds);
    if (emails.length > 0) {
      const mailboxIds = await this.index.insert(emails.map((email) => ({ id: email.id, words: wordsOf(email) })));
      for (const mailboxId of mailboxIds) while (await this.index.seal(mailboxId, SEALED_AT_ONCE));
    }
    return emailIds.map(() => undefined);
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
