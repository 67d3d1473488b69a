import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EndWatch } from '@mailroom/concurrency';
import { LeaseEndsRepository } from './lease-ends.repository.js';

/** Who waits in a mailbox hears of the end of its lease within this time, whichever replica ended it. */
const CHECK_MS = 500;
/** Mailboxes that are known to be there to stay; when there are more, all are forgotten. */
const MAX_LASTING = 100_000;

/** Tells those who wait in a mailbox that its lease has ended. A mailbox that is not leased is asked about once. */
@Injectable()
export class LeaseEnds implements OnModuleDestroy {
  readonly #ends = new EndWatch<number>(CHECK_MS, (mailboxIds) => this.#ended(mailboxIds));
  readonly #lasting = new Set<number>();

  constructor(private readonly rows: LeaseEndsRepository) {}

  /** Calls `onEnd` once the lease has ended, unless the function that it returns is called before. */
  watch(mailboxId: number, onEnd: () => void): () => void {
    if (this.#lasting.has(mailboxId)) return () => {};
    return this.#ends.watch(mailboxId, onEnd);
  }

  onModuleDestroy(): void {
    this.#ends.close();
  }

  async #ended(mailboxIds: readonly number[]): Promise<number[]> {
    const standing = await this.rows.standing(mailboxIds);
    for (const { id, ended } of standing) if (ended === null) this.#remember(id);
    return standing.flatMap(({ id, ended }) => (ended ? id : []));
  }

  #remember(mailboxId: number): void {
    if (this.#lasting.size >= MAX_LASTING) this.#lasting.clear();
    this.#lasting.add(mailboxId);
    this.#ends.forget(mailboxId);
  }
}
