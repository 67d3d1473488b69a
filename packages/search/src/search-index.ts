import { Injectable } from '@nestjs/common';
import { settleTogether, TrustedValues } from '@mailroom/concurrency';
import { isStoreAway } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { counter, histogram } from '@mailroom/observability';
import type { EmailPlace } from '@mailroom/mail';
import { readHtml } from '@mailroom/message';
import { MAX_CHARACTERS, searchVector } from './search-document.js';
import { SearchBlockRepository } from './search-block.repository.js';
import { SearchRangeRepository } from './search-range.repository.js';
import { SearchIndexRepository, type IndexItem } from './search-index.repository.js';
import { MAX_HTML_CHARACTERS, SearchSourceRepository, type IndexableEmail } from './search-source.repository.js';

const indexed = counter('mailroom_search_indexed_emails_total', 'emails that came into the search index');
const indexSeconds = histogram('mailroom_search_index_seconds', 'to index one group of emails');

/** Emails indexed in one statement. */
export const MAX_GROUP = 64;
/** The characters of words in one statement: a group of everyday mail has some hundred thousand. */
export const MAX_WORD_CHARACTERS = 4 * 1024 * 1024;
/** Emails that are looked up together where all are compared with the index. */
const COMPARED_AT_ONCE = 1_000;
/** Blocks made in one transaction: some milliseconds each. */
const MADE_AT_ONCE = 8;
/** Mailboxes whose ranges are packed in turn. */
const SETTLED_AT_ONCE = 64;
/**
 * How many of the emails that became ready last in a mailbox a search compares with the index, and how many once one of
 * them is missing there.
 */
const LATEST = 64;
const LATEST_BEHIND = 1_024;
/** So many emails wait to be read in a flood. */
const FLOOD = 256;
/** A search tries an email that was refused again after this time. */
const REFUSED_MS = 60_000;
const MAX_REFUSED = 10_000;
const HTML_LIMITS = { maxScanned: MAX_HTML_CHARACTERS, maxCharacters: MAX_CHARACTERS };

type OnError = (error: unknown) => void;
type OnRefused = (error: Error, email: EmailPlace) => void;

const fail: OnError = (error) => {
  throw error;
};

/** Brings emails into the search index. */
@Injectable()
export class SearchIndex {
  /** The last mailbox that had its turn in this round of renewal. */
  #renewed = 0;
  /** Emails that Postgres refused lately. */
  readonly #refused = new TrustedValues<number, true>({ trustedMs: REFUSED_MS, maxEntries: MAX_REFUSED });

  constructor(
    private readonly source: SearchSourceRepository,
    private readonly index: SearchIndexRepository,
    private readonly blocks: SearchBlockRepository,
    private readonly ranges: SearchRangeRepository,
  ) {}

  /**
   * Resolves when a search finds the emails; tells whether blocks were made. Adding one again, or one that is not ready,
   * does nothing.
   */
  async add(added: readonly EmailPlace[]): Promise<boolean> {
    const begun = performance.now();
    const emails = await this.source.load(await this.index.missing(added));
    if (emails.length === 0) return false;
    const mailboxIds = new Set<number>();
    for (const items of itemsOf(emails)) {
      for (const mailboxId of await this.index.insert(items)) mailboxIds.add(mailboxId);
    }
    let made = false;
    for (const mailboxId of mailboxIds) {
      // A search finds them without blocks, too; what fails here is tried again, and told, when blocks are renewed.
      await attempt(
        mailboxId,
        () => {},
        async () => (made = (await this.#arrange(mailboxId)) || made),
      );
    }
    indexed.inc(emails.length);
    indexSeconds.observe((performance.now() - begun) / 1_000);
    return made;
  }

  /**
   * Adds every email that is missing, of those after one; returns how many. One that is refused is told and holds up none of
   * those behind it. Where nobody is told, the first failure is thrown at the end.
   */
  async addMissing(afterId = 0, onRefused?: OnRefused): Promise<number> {
    const failures: Error[] = [];
    const tell = onRefused ?? ((error) => void failures.push(error));
    let [count, after] = [0, afterId];
    for (;;) {
      const emails = await this.source.ready(after, COMPARED_AT_ONCE);
      const missing = await this.index.missing(emails);
      for (let first = 0; first < missing.length; first += MAX_GROUP) {
        count += await this.#addEach(missing.slice(first, first + MAX_GROUP), (email, cause) => {
          const { id, mailboxId } = email;
          tell(new Error(`Email ${id} of mailbox ${mailboxId} could not be indexed.`, { cause }), email);
        });
      }
      const last = emails.at(-1)?.id;
      if (last === undefined) break;
      after = last;
    }
    if (failures.length > 0) throw failures[0];
    return count;
  }

  /**
   * Adds what became ready in a mailbox and is not in the index yet, so that a search finds it: a group at most. Returns
   * how many are known to be left. The indexer tells of those that are refused.
   */
  async addLatest(mailboxId: number): Promise<number> {
    const seen = await this.#unindexed(mailboxId, LATEST);
    if (this.#untried(seen).length === 0) return seen.length;
    const behind = await this.#unindexed(mailboxId, LATEST_BEHIND);
    const group = this.#untried(behind).slice(0, MAX_GROUP);
    const refuse = ({ id }: EmailPlace) => this.#refused.remember(id, true, performance.now());
    return behind.length - (await this.#addEach(group, refuse));
  }

  /**
   * Makes blocks that deletions, late mail or an interruption left to be made, in as many mailboxes: the next ones of a round
   * in which each has one turn. Tells whether the round goes on.
   */
  async renew(limit: number, onError = fail): Promise<boolean> {
    const mailboxIds = await this.blocks.unarranged(this.#renewed, limit);
    for (const mailboxId of mailboxIds) await attempt(mailboxId, onError, () => this.#arrange(mailboxId));
    const isOver = mailboxIds.length < limit;
    this.#renewed = isOver ? 0 : (mailboxIds.at(-1) ?? 0);
    return !isOver;
  }

  /**
   * Packs the postings of blocks into ranges, and builds large ranges, one step in each mailbox in turn; until then a search
   * reads those of each block. What is left when the signal comes is done the next time, and so is a mailbox that failed.
   */
  async settle(onError = fail, signal?: AbortSignal): Promise<void> {
    const failed: number[] = [];
    for (;;) {
      const mailboxIds = await this.ranges.due(SETTLED_AT_ONCE, failed);
      if (mailboxIds.length === 0) return;
      for (const mailboxId of mailboxIds) {
        if (signal?.aborted) return;
        if (!(await attempt(mailboxId, onError, () => this.ranges.pack(mailboxId)))) failed.push(mailboxId);
      }
    }
  }

  /** Whether more mail comes in than can be read at the moment. */
  async isFlooded(): Promise<boolean> {
    return this.source.isFlooded(FLOOD);
  }

  /**
   * Adds a group, of which Postgres may refuse some, and returns how many came in. Those that are refused are told one by one.
   * @throws unavailable while the database is away
   */
  async #addEach(
    emails: readonly EmailPlace[],
    onRefused: (email: EmailPlace, cause: unknown) => void,
  ): Promise<number> {
    const refused = new Map<EmailPlace, unknown>();
    const group = emails.map((item) => {
      return { item, resolve: () => {}, reject: (cause: unknown) => void refused.set(item, cause) };
    });
    await settleTogether(group, async (items) => {
      await this.add(items);
      return items.map(() => undefined);
    });
    for (const cause of refused.values()) if (cause instanceof DomainError && cause.code === 'unavailable') throw cause;
    for (const [email, cause] of refused) onRefused(email, cause);
    return emails.length - refused.size;
  }

  #untried(emails: readonly EmailPlace[]): EmailPlace[] {
    return emails.filter(({ id }) => !this.#refused.get(id));
  }

  /** Youngest first. */
  async #unindexed(mailboxId: number, limit: number): Promise<EmailPlace[]> {
    return this.index.missing(await this.source.latest(mailboxId, limit));
  }

  /** Tells whether anything was made. */
  async #arrange(mailboxId: number): Promise<boolean> {
    for (let made = false; ; made = true) {
      const arranged = await this.blocks.arrange(mailboxId, MADE_AT_ONCE);
      if (arranged !== 'more') return made || arranged === 'all';
    }
  }
}

/** Does what is to be done in a mailbox, and tells whether it could; a failure is told and holds up no other mailbox. */
async function attempt(mailboxId: number, onError: OnError, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (cause) {
    if (isStoreAway(cause)) throw cause;
    onError(new Error(`The search index of mailbox ${mailboxId} could not be arranged.`, { cause }));
    return false;
  }
}

/** Emails as the index keeps them, at a time as many as have few words together, or one that has more. */
function* itemsOf(emails: readonly IndexableEmail[]): Generator<IndexItem[]> {
  let [items, characters]: [IndexItem[], number] = [[], 0];
  for (const email of emails) {
    const item = itemOf(email);
    if (items.length > 0 && characters + item.words.length > MAX_WORD_CHARACTERS) {
      yield items;
      [items, characters] = [[], 0];
    }
    items.push(item);
    characters += item.words.length;
  }
  if (items.length > 0) yield items;
}

function itemOf(email: IndexableEmail): IndexItem {
  const { id, mailboxId, direction, hasAttachment, createdAt } = email;
  return { id, mailboxId, direction, hasAttachment, createdAt, words: wordsOf(email) };
}

function wordsOf({ subject, fromEmail, fromName, recipients, text, html }: IndexableEmail): string {
  const words = text === '' && html !== '' ? seenText(html) : text;
  return searchVector({ subject, from: { email: fromEmail, name: fromName }, to: recipients, text: words });
}

/** The text of a page that a person sees; hidden text is not searchable. */
function seenText(html: string): string {
  return readHtml(html, HTML_LIMITS)
    .lines.map((line) => line.text)
    .join('\n');
}
