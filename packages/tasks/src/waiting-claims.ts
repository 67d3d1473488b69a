import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Deadlines, type Holder } from '@mailroom/concurrency';
import { CredentialEnds } from '@mailroom/identity';
import { LeaseEnds, WaitRoom } from '@mailroom/mail';
import { EventFeed, FeedFollowing, type FeedEvent } from '@mailroom/messaging';
import type { ClaimedTask, NextClaim, NextTask, TurnFilter } from './claim-turn.js';
import { TaskService } from './task.service.js';
import { waitingClaims } from './task-metrics.js';
import type { Claim, ClaimFilter, Task } from './task.js';
import { WaitingClaim } from './waiting-claim.js';

/** How long to wait, and for whom; `gone` is aborted when the client goes away. */
export type Patience = { readonly seconds: number; readonly gone: AbortSignal; readonly tenantId: string };
/** The same, with the principal in whose name the claim is made. */
type OwnPatience = Patience & Holder;

const SWEEP_MS = 1_000;
/** The most claims of a mailbox that look in one sweep. */
const MAX_SWEPT = 8;

/**
 * Claims that wait for a task. One task wakes one claim of its mailbox, the one that has waited longest of those that
 * ask for it; they hear of it from the feed, so thousands wait without a timer or a query of their own.
 */
@Injectable()
export class WaitingClaims implements OnModuleDestroy {
  readonly #mailboxes = new Map<number, Set<WaitingClaim>>();
  readonly #deadlines = new Deadlines();
  readonly #following: FeedFollowing;
  #sweeper: NodeJS.Timeout | undefined;
  #sweeps = 0;
  #closed = false;

  constructor(
    private readonly tasks: TaskService,
    private readonly leaseEnds: LeaseEnds,
    private readonly credentialEnds: CredentialEnds,
    private readonly room: WaitRoom,
    feed: EventFeed,
  ) {
    this.#following = new FeedFollowing(feed, (events) => this.#hear(events));
  }

  /**
   * Claims what is available, or waits for it; empty if nothing came in time, at shutdown, if the client left, and at the
   * end of the mailbox's lease or of the credential.
   * @throws rate_limited or unavailable, before anything changes, if too many calls wait
   */
  async claimOrWait(mailboxId: number, claim: Claim, filter: ClaimFilter, patience: Patience): Promise<Task[]> {
    const look = () => this.tasks.claimAvailable(mailboxId, claim, filter);
    const own = { ...patience, principalId: claim.actor.principalId };
    const wait = () =>
      this.#lookOrWait(mailboxId, filter, own, look, (tasks) => this.#giveBack(mailboxId, claim, tasks));
    return own.seconds === 0 ? wait() : this.room.during(own, wait);
  }

  /** The same for the next task alone. What ends, ends at once; only the claim waits. */
  async claimNextOrWait(
    mailboxId: number,
    filter: TurnFilter,
    request: NextClaim,
    patience: Patience,
  ): Promise<NextTask> {
    if (patience.seconds === 0 || this.#closed) return this.tasks.claimNext(mailboxId, filter, request);
    const own = { ...patience, principalId: request.claim.actor.principalId };
    return this.room.during(own, () => this.#claimNext(mailboxId, filter, request, own));
  }

  /** Gives everyone who waits the empty answer. */
  onModuleDestroy(): void {
    this.#closed = true;
    for (const waiting of this.#mailboxes.values()) for (const waiter of waiting) waiter.end();
  }

  async #claimNext(
    mailboxId: number,
    filter: TurnFilter,
    request: NextClaim,
    patience: OwnPatience,
  ): Promise<NextTask> {
    const { completion, ...claim } = request;
    const ended = completion && (await this.tasks.claimNext(mailboxId, filter, request));
    if (ended?.claimed) return ended;
    const look = async () => [(await this.tasks.claimNext(mailboxId, filter, claim)).claimed ?? []].flat();
    const giveBack = (claimed: ClaimedTask[]) =>
      this.#giveBack(
        mailboxId,
        claim.claim,
        claimed.map(({ task }) => task),
      );
    const [claimed = null] = await this.#lookOrWait(mailboxId, filter, patience, look, giveBack);
    return { ...ended, claimed };
  }

  /** Looks for tasks until there are some; what was found for a client that left is given back. */
  async #lookOrWait<Found>(
    mailboxId: number,
    filter: TurnFilter,
    patience: OwnPatience,
    look: () => Promise<Found[]>,
    giveBack: (found: Found[]) => Promise<void>,
  ): Promise<Found[]> {
    if (patience.seconds === 0 || this.#closed) return look();
    const waiter = new WaitingClaim(filter);
    const leave = this.#enter(mailboxId, waiter, patience);
    try {
      await this.#following.begin(mailboxId);
      for (;;) {
        const found = await look();
        if (found.length > 0 && !patience.gone.aborted) return found;
        if (found.length > 0) await giveBack(found);
        if (found.length > 0 || !(await waiter.woken())) return [];
      }
    } finally {
      leave();
    }
  }

  /** Nobody is left to work on them. */
  async #giveBack(mailboxId: number, { actor }: Claim, claimed: readonly Task[]): Promise<void> {
    for (const { emailId, leaseToken } of claimed) {
      const holder = { principalId: actor.principalId, leaseToken: leaseToken ?? undefined };
      await this.tasks.release({ mailboxId, emailIds: [emailId] }, holder);
    }
  }

  #enter(mailboxId: number, waiter: WaitingClaim, { seconds, gone, principalId }: OwnPatience): () => void {
    const waiting = this.#mailboxes.get(mailboxId) ?? new Set();
    this.#mailboxes.set(mailboxId, waiting.add(waiter));
    waitingClaims.inc();
    const callOff = this.#deadlines.add(seconds * 1_000, () => waiter.end());
    const onGone = () => waiter.end();
    gone.addEventListener('abort', onGone);
    const unwatch = [this.leaseEnds.watch(mailboxId, onGone), this.credentialEnds.watch(principalId, onGone)];
    if (gone.aborted) waiter.end();
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS);
    return () => {
      waitingClaims.dec();
      callOff();
      for (const stop of unwatch) stop();
      gone.removeEventListener('abort', onGone);
      waiting.delete(waiter);
      if (waiting.size === 0) this.#mailboxes.delete(mailboxId);
      this.#following.end(mailboxId);
      if (this.#mailboxes.size === 0) this.#rest();
    };
  }

  #rest(): void {
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  #hear(events: readonly FeedEvent[]): void {
    for (const { mailboxId, type, emailId, taskStatus } of events) {
      const status = type === 'email.received' ? 'new' : taskStatus;
      if (status) this.#wakeOne(mailboxId, emailId, status);
    }
  }

  /** Wakes the first claim that sleeps; if none does, all look again, because they may have looked too early. */
  #wakeOne(mailboxId: number, emailId: number, status: string): void {
    const waiting = this.#mailboxes.get(mailboxId);
    if (!waiting) return;
    for (const waiter of waiting) {
      if (waiter.isAsleep && waiter.wants(emailId, status)) return waiter.wake();
    }
    for (const waiter of waiting) if (waiter.wants(emailId, status)) waiter.wake();
  }

  /**
   * The end of a lease makes no event, and neither does a status for which few wait, so of those in a mailbox that ask for
   * the same, one looks. If they ask for many different things, they take turns.
   */
  #sweep(): void {
    this.#sweeps += 1;
    for (const waiting of this.#mailboxes.values()) {
      const looking = new Map<string, WaitingClaim>();
      for (const waiter of waiting) {
        if (waiter.waitsForSilentChange && !looking.has(waiter.asked)) looking.set(waiter.asked, waiter);
      }
      const turns = Math.ceil(looking.size / MAX_SWEPT);
      const from = (this.#sweeps % Math.max(1, turns)) * MAX_SWEPT;
      for (const waiter of [...looking.values()].slice(from, from + MAX_SWEPT)) waiter.wake();
    }
  }
}
