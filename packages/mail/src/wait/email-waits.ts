import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Deadlines, patiently, Pauses, type Holder } from '@mailroom/concurrency';
import { CredentialEnds } from '@mailroom/identity';
import { EventFeed, FeedFollowing, type FeedEvent } from '@mailroom/messaging';
import { level } from '@mailroom/observability';
import type { Email } from '../email/email.js';
import { EmailRepository } from '../email/email.repository.js';
import { LeaseEnds } from '../mailbox/lease-ends.js';
import { ArrivalRepository } from './arrival.repository.js';
import { EmailScan } from './email-scan.js';
import { fits, type EmailCriteria } from './email-wait.criteria.js';
import { WaitRoom } from './wait-room.js';

const waitingForEmail = level('mailroom_waiting_for_email', 'requests that wait for mail');
const RETRY_MS = 500;

type Wait = {
  readonly criteria: EmailCriteria;
  /** Ends the wait. */
  readonly settle: (email: Email | null) => void;
  /** Set if mail that exists already counts; it looks at what came after the emails it has examined. */
  readonly scan: (() => void) | null;
};

/** How long to wait, and for whom; `gone` is aborted when the client goes away. */
export type EmailPatience = Holder & { readonly seconds: number; readonly gone: AbortSignal };

/**
 * Calls that wait for mail. Whatever becomes ready is read once for everyone who waits in its mailbox; nobody has their
 * own timer or query, except for a first look if mail that exists already counts.
 */
@Injectable()
export class EmailWaits implements OnModuleDestroy {
  readonly #mailboxes = new Map<number, Set<Wait>>();
  readonly #deadlines = new Deadlines();
  readonly #following: FeedFollowing;
  #closed = false;

  constructor(
    private readonly emails: EmailRepository,
    private readonly arrivals: ArrivalRepository,
    private readonly leaseEnds: LeaseEnds,
    private readonly credentialEnds: CredentialEnds,
    private readonly room: WaitRoom,
    feed: EventFeed,
  ) {
    this.#following = new FeedFollowing(feed, (events) => this.#hear(events));
  }

  /**
   * Returns the first email that fits: one that becomes ready from now on or, with `afterEmailId` or `since`, the
   * oldest that exists. Returns null if none came in time, at shutdown, at the end of the mailbox's lease or of the
   * credential, and for a client that went away.
   * @throws invalid_request if too many emails lie after `afterEmailId` or `since`; rate_limited or unavailable if too
   * many calls wait
   */
  async next(mailboxId: number, criteria: EmailCriteria, patience: EmailPatience): Promise<Email | null> {
    if (this.#closed) return null;
    // Who does not wait asks what is there, however long the look takes.
    if (patience.seconds === 0 && countsExisting(criteria)) return this.#newScan(mailboxId, criteria).look();
    return this.room.during(patience, () => this.#next(mailboxId, criteria, patience));
  }

  /** Gives everyone who is waiting the empty answer. */
  onModuleDestroy(): void {
    this.#closed = true;
    for (const waits of this.#mailboxes.values()) for (const { settle } of waits) settle(null);
  }

  async #next(mailboxId: number, criteria: EmailCriteria, patience: EmailPatience): Promise<Email | null> {
    let leave = () => {};
    try {
      return await new Promise<Email | null>((resolve, reject) => {
        const scan = this.#scanOf(mailboxId, criteria, (found) => found && resolve(found), reject);
        leave = this.#enter(mailboxId, { criteria, settle: resolve, scan }, patience);
        // Events are heard from here on; only then is it safe to look at what exists.
        this.#following.begin(mailboxId).then(() => scan?.(), reject);
      });
    } finally {
      leave();
    }
  }

  #enter(mailboxId: number, wait: Wait, { seconds, gone, principalId }: EmailPatience): () => void {
    const waits = this.#mailboxes.get(mailboxId) ?? new Set();
    this.#mailboxes.set(mailboxId, waits.add(wait));
    waitingForEmail.inc();
    const end = () => wait.settle(null);
    const callOff = this.#deadlines.add(seconds * 1_000, end);
    gone.addEventListener('abort', end);
    const unwatch = [this.leaseEnds.watch(mailboxId, end), this.credentialEnds.watch(principalId, end)];
    if (gone.aborted) end();
    return () => {
      waitingForEmail.dec();
      callOff();
      for (const stop of unwatch) stop();
      gone.removeEventListener('abort', end);
      waits.delete(wait);
      if (waits.size === 0) this.#mailboxes.delete(mailboxId);
      this.#following.end(mailboxId);
    };
  }

  #hear(events: readonly FeedEvent[]): void {
    const received = events.filter(
      ({ type, mailboxId }) => type === 'email.received' && this.#mailboxes.has(mailboxId),
    );
    for (const { mailboxId } of received) for (const { scan } of this.#mailboxes.get(mailboxId) ?? []) scan?.();
    if (received.length > 0) void this.#answerSurely(received);
  }

  /** Repeats until the database answers, or nobody is waiting any more. */
  async #answerSurely(received: readonly FeedEvent[]): Promise<void> {
    const isPassing = () => this.#mailboxes.size > 0;
    const pauses = new Pauses(RETRY_MS, RETRY_MS);
    await patiently(() => this.#answer(received), { pauses, isPassing }).catch(() => undefined);
  }

  async #answer(received: readonly FeedEvent[]): Promise<void> {
    const places = new Map(received.map(({ emailId: id, mailboxId }) => [id, { id, mailboxId }]));
    const emails = await this.emails.findMany([...places.values()].sort((a, b) => a.id - b.id));
    const waitsOf = (email: Email) => [...(this.#mailboxes.get(email.mailboxId) ?? [])].filter(({ scan }) => !scan);
    const mayNeedLinks = emails.filter((email) => waitsOf(email).some(({ criteria }) => criteria.has === 'link'));
    const withLinks = await this.arrivals.withLinks(mayNeedLinks.map(({ rawId }) => rawId));
    for (const email of emails) {
      for (const { criteria, settle } of waitsOf(email)) {
        if (fits(email, criteria) && (criteria.has !== 'link' || withLinks.has(email.rawId))) settle(email);
      }
    }
  }

  /** Returns null if only mail counts that becomes ready from now on. */
  #scanOf(
    mailboxId: number,
    criteria: EmailCriteria,
    onLooked: (found: Email | null) => void,
    onError: (error: unknown) => void,
  ): (() => void) | null {
    if (!countsExisting(criteria)) return null;
    const scan = this.#newScan(mailboxId, criteria);
    return () => void scan.look().then(onLooked, onError);
  }

  #newScan(mailboxId: number, criteria: EmailCriteria): EmailScan {
    return new EmailScan(this.emails, this.arrivals, mailboxId, criteria);
  }
}

/** Whether mail that exists already counts. */
function countsExisting({ afterEmailId, since }: EmailCriteria): boolean {
  return afterEmailId !== undefined || since !== undefined;
}
