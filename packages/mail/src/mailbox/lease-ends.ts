import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LeaseEndsRepository } from './lease-ends.repository.js';

/** Who waits in a mailbox hears of the end of its lease within this time, whichever replica ended it. */
const CHECK_MS = 500;
/** Mailboxes that are known to be there to stay; when there are more, all are forgotten. */
const MAX_LASTING = 100_000;

/**
 * Tells those who wait in a mailbox that its lease has ended. One query at a time asks for all leased mailboxes in which
 * somebody waits; a mailbox that is not leased is asked about once.
 */
@Injectable()
export class LeaseEnds implements OnModuleDestroy {
  readonly #watched = new Map<number, Set<() => void>>();
  readonly #lasting = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #checking = false;

  constructor(private readonly rows: LeaseEndsRepository) {}

  /** Calls `onEnd` once the lease has ended, unless the function that it returns is called before. */
  watch(mailboxId: number, onEnd: () => void): () => void {
    if (this.#lasting.has(mailboxId)) return () => {};
    const waiting = this.#watched.get(mailboxId) ?? new Set();
    this.#watched.set(mailboxId, waiting.add(onEnd));
    this.#timer ??= setInterval(() => void this.#check(), CHECK_MS);
    return () => {
      waiting.delete(onEnd);
      if (waiting.size === 0 && this.#watched.get(mailboxId) === waiting) this.#drop(mailboxId);
    };
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      for (const { id, ended } of await this.rows.standing([...this.#watched.keys()])) {
        if (ended === null) this.#remember(id);
        if (ended === false) continue;
        const waiting = this.#watched.get(id) ?? [];
        this.#drop(id);
        if (ended) for (const onEnd of waiting) onEnd();
      }
    } catch {
      // Nobody is told that a lease has ended while the database can't say so; the next look may.
    } finally {
      this.#checking = false;
    }
  }

  #remember(mailboxId: number): void {
    if (this.#lasting.size >= MAX_LASTING) this.#lasting.clear();
    this.#lasting.add(mailboxId);
  }

  #drop(mailboxId: number): void {
    this.#watched.delete(mailboxId);
    if (this.#watched.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
