import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Deadlines } from '@mailroom/concurrency';
import { EventFeed, FeedFollowing, type FeedEvent } from '@mailroom/messaging';
import { ClaimTurn } from './claim-turn.js';
import { TaskService } from './task.service.js';
import { waitingClaims } from './task-metrics.js';
import type { Claim, ClaimFilter, Task } from './task.js';

/** How long to wait, and for whom; `gone` is aborted when the client goes away. */
export type Patience = { readonly seconds: number; readonly gone: AbortSignal };

const SWEEP_MS = 1_000;

/**
 * Claims that wait for a task. One task wakes one claim of its mailbox, the one that has waited longest; they hear of
 * it from the feed, so thousands wait without a timer or a query of their own.
 */
@Injectable()
export class WaitingClaims implements OnModuleDestroy {
  readonly #mailboxes = new Map<number, Set<ClaimTurn>>();
  readonly #deadlines = new Deadlines();
  readonly #following: FeedFollowing;
  #sweeper: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    private readonly tasks: TaskService,
    feed: EventFeed,
  ) {
    this.#following = new FeedFollowing(feed, (events) => this.#hear(events));
  }

  /** Like `TaskService.claimNext`; empty if nothing came in time, at shutdown, or if the client went away. */
  async claimNext(mailboxId: number, claim: Claim, filter: ClaimFilter, patience: Patience): Promise<Task[]> {
    if (patience.seconds === 0 || this.#closed) return this.tasks.claimNext(mailboxId, claim, filter);
    const turn = new ClaimTurn(filter.statuses);
    const leave = this.#enter(mailboxId, turn, patience);
    try {
      await this.#following.begin();
      return await this.#claim(mailboxId, claim, filter, turn, patience.gone);
    } finally {
      leave();
    }
  }

  /** Gives everyone who waits the empty answer. */
  onModuleDestroy(): void {
    this.#closed = true;
    for (const turns of this.#mailboxes.values()) for (const turn of turns) turn.end();
  }

  async #claim(mailboxId: number, claim: Claim, filter: ClaimFilter, turn: ClaimTurn, gone: AbortSignal) {
    for (;;) {
      const claimed = await this.tasks.claimNext(mailboxId, claim, filter);
      if (claimed.length > 0 && gone.aborted) return this.#giveBack(mailboxId, claim, claimed);
      if (claimed.length > 0) return claimed;
      if (!(await turn.woken())) return [];
    }
  }

  /** Nobody is left to work on them. */
  async #giveBack(mailboxId: number, { actor }: Claim, claimed: readonly Task[]): Promise<Task[]> {
    for (const { emailId, leaseToken } of claimed) {
      const holder = { principalId: actor.principalId, leaseToken: leaseToken ?? undefined };
      await this.tasks.release({ mailboxId, emailIds: [emailId] }, holder);
    }
    return [];
  }

  #enter(mailboxId: number, turn: ClaimTurn, { seconds, gone }: Patience): () => void {
    const turns = this.#mailboxes.get(mailboxId) ?? new Set();
    this.#mailboxes.set(mailboxId, turns.add(turn));
    waitingClaims.inc();
    const callOff = this.#deadlines.add(seconds * 1_000, () => turn.end());
    const onGone = () => turn.end();
    gone.addEventListener('abort', onGone);
    if (gone.aborted) turn.end();
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS);
    return () => {
      waitingClaims.dec();
      callOff();
      gone.removeEventListener('abort', onGone);
      turns.delete(turn);
      if (turns.size === 0) this.#mailboxes.delete(mailboxId);
      if (this.#mailboxes.size === 0) this.#rest();
    };
  }

  #rest(): void {
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
    this.#following.end();
  }

  #hear(events: readonly FeedEvent[]): void {
    for (const { mailboxId, type, taskStatus } of events) {
      if (type === 'email.received') this.#wakeOne(mailboxId, 'new');
      else if (taskStatus) this.#wakeOne(mailboxId, taskStatus);
    }
  }

  /** Wakes the first claim that sleeps; if none does, all look again, because they may have looked too early. */
  #wakeOne(mailboxId: number, status: string): void {
    const turns = this.#mailboxes.get(mailboxId);
    if (!turns) return;
    for (const turn of turns) {
      if (turn.isAsleep && turn.wants(status)) return turn.wake();
    }
    for (const turn of turns) if (turn.wants(status)) turn.wake();
  }

  /**
   * The end of a lease makes no event, and neither does a status for which few wait, so one claim per mailbox looks.
   */
  #sweep(): void {
    for (const turns of this.#mailboxes.values()) {
      for (const turn of turns) {
        if (!turn.waitsForSilentChange) continue;
        turn.wake();
        break;
      }
    }
  }
}
