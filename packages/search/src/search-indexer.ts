import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { GroupCommitter, PollingLoop } from '@mailroom/concurrency';
import { RowSweep } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { emailReceived, outboundQueued } from '@mailroom/events';
import type { EmailPlace } from '@mailroom/mail';
import { EventBus, type Subscription } from '@mailroom/messaging';
import { parseTraceparent, startSpan } from '@mailroom/observability';
import { SearchDatabase } from './search-database.js';
import { SearchDeletionRepository } from './search-deletion.repository.js';
import { MAX_GROUP, SearchIndex } from './search-index.js';

/** Events in hand: as many as arrive during a turn. */
const CONCURRENCY = 256;
/** Whoever was waiting for the email goes first, and emails that arrive meanwhile are indexed together. */
const TURN_MS = 100;
/** The rest after each group while mail comes in floods, as a multiple of the time that the group took. */
const REST = 2;
const MAX_REST_MS = 500;
/** Ranges are packed a moment after their last block was made. */
const SETTLE_MS = 1_000;
const RENEWED_AT_ONCE = 16;
const RENEW_MS = 30_000;
/** Deleted emails that go out of the index in one statement. */
const FORGOTTEN_AT_ONCE = 500;
const FORGET_MS = 5_000;

/**
 * Updates the search index from mail events, off the path of the mail itself: one group after another. While mail comes in
 * floods, it rests after each, which leaves most of the processor to receiving it.
 */
@Injectable()
export class SearchIndexer {
  #subscription: Subscription | undefined;
  #renewer: PollingLoop | undefined;
  #forgetter: PollingLoop | undefined;
  #turn: Promise<void> | undefined;
  #rest: Promise<void> = Promise.resolve();
  #settling: NodeJS.Timeout | undefined;
  #settled: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();
  #onError: (error: unknown) => void = () => {};
  readonly #groups = new GroupCommitter<EmailPlace, undefined>((emails) => this.#add(emails), { maxGroup: MAX_GROUP });

  constructor(
    private readonly index: SearchIndex,
    private readonly deletions: SearchDeletionRepository,
    private readonly database: SearchDatabase,
    private readonly bus: EventBus,
  ) {}

  async start(onError: (error: unknown) => void): Promise<void> {
    this.#onError = onError;
    const types = [emailReceived.type, outboundQueued.type];
    this.#subscription = await this.bus.subscribe(
      { name: 'search', types, concurrency: CONCURRENCY },
      async (event) => {
        const { parse } = event.type === emailReceived.type ? emailReceived : outboundQueued;
        const { emailId: id, mailboxId } = parse(event.payload);
        await (this.#turn ??= sleep(TURN_MS).finally(() => (this.#turn = undefined)));
        const span = startSpan('index email', 'consumer', parseTraceparent(event.traceparent));
        await this.#groups.submit({ id, mailboxId });
        span.end({ 'mailroom.email_id': id });
      },
    );
    const renew = async () => {
      await this.#catchUp();
      const more = await this.index.renew(RENEWED_AT_ONCE, onError);
      await this.#settle();
      return more;
    };
    this.#renewer = new PollingLoop(renew, { intervalMs: RENEW_MS, onError });
    const forget = new RowSweep(FORGOTTEN_AT_ONCE, 'A deleted email is still in the search index.', (limit, offset) => {
      return this.deletions.apply(limit, offset);
    });
    this.#forgetter = new PollingLoop(() => forget.step(onError), { intervalMs: FORGET_MS, onError });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#subscription?.close();
    clearTimeout(this.#settling);
    await this.#settled;
    await this.#renewer?.close();
    await this.#forgetter?.close();
  }

  /** Resolves for those who wait, before it rests. */
  async #add(emails: readonly EmailPlace[]): Promise<undefined[]> {
    await this.#rest;
    const begun = performance.now();
    if (await this.#addOrMiss(emails)) this.#settleSoon();
    const restMs = Math.min(REST * (performance.now() - begun), MAX_REST_MS);
    if (await this.index.isFlooded()) this.#rest = sleep(restMs);
    return emails.map(() => undefined);
  }

  /**
   * While a database of the index alone is away, which may be for hours, the database of the mail remembers what was missed:
   * the events would be set aside after some tries.
   */
  async #addOrMiss(emails: readonly EmailPlace[]): Promise<boolean> {
    try {
      return await this.index.add(emails);
    } catch (error) {
      const isAway = error instanceof DomainError && error.code === 'unavailable' && this.database.has('own');
      if (!isAway) throw error;
      this.#onError(error);
      await this.database.home.miss(Math.min(...emails.map(({ id }) => id)));
      return false;
    }
  }

  async #catchUp(): Promise<void> {
    const missed = await this.database.home.missed();
    if (!missed) return;
    await this.index.addMissing(missed.from - 1, this.#onError);
    await this.database.home.caughtUp(missed);
  }

  #settleSoon(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      void this.#settle().catch(this.#onError);
    }, SETTLE_MS);
  }

  /** One after the other: two at once would do the same. */
  async #settle(): Promise<void> {
    const settling = this.#settled.then(() => this.index.settle(this.#onError, this.#closing.signal));
    this.#settled = settling.catch(() => {});
    await settling;
  }
}
