/** A lease as its holder knows it; instants are in milliseconds, `startAt` and `expiresAt` by the database's clock. */
export type Lease = {
  readonly emailId: number;
  readonly owner: string;
  readonly leaseToken: string;
  readonly attempts: number;
  /** When its holder asked for a task. */
  readonly askedAt: number;
  readonly startAt: number;
  /** When its holder was told. */
  readonly answeredAt: number;
  /** The expiry as last renewed. */
  expiresAt: number;
  /** When its holder first asked to end it. */
  endAskedAt: number | null;
  /** Whether that returned the attempt, or may have. */
  released: boolean;
};

export type HistoryReport = {
  readonly leases: number;
  readonly tasks: number;
  /** Leases that expired and were followed by another. */
  readonly expired: number;
  /** The time from the expiry, or from the first request after it, until the next lease began. */
  readonly maxClaimAfterExpiryMs: number;
  readonly problems: readonly string[];
};

/** The API reports instants to the millisecond; the database is more precise. */
const PRECISION_MS = 1;

/**
 * Records what happened to leases, to check at the end that no task was held by two and that each attempt was counted.
 */
export class LeaseHistory {
  readonly #leases: Lease[] = [];
  readonly #problems: string[] = [];

  claimed(lease: Omit<Lease, 'endAskedAt' | 'released'>): Lease {
    const known = { ...lease, endAskedAt: null, released: false };
    this.#leases.push(known);
    return known;
  }

  /** Records something that should never happen, whatever came before. */
  complain(problem: string): void {
    this.#problems.push(problem);
  }

  report(): HistoryReport {
    const byTask = new Map<number, Lease[]>();
    for (const lease of this.#leases) byTask.set(lease.emailId, [...(byTask.get(lease.emailId) ?? []), lease]);
    const problems = [...this.#problems];
    let expired = 0;
    let maxClaimAfterExpiryMs = 0;
    for (const leases of byTask.values()) {
      leases.sort((a, b) => a.startAt - b.startAt);
      for (const [index, next] of leases.entries()) {
        const before = leases[index - 1];
        if (!before) continue;
        problems.push(...problemsOf(before, next));
        if (before.endAskedAt !== null && before.endAskedAt <= next.answeredAt) continue;
        expired += 1;
        maxClaimAfterExpiryMs = Math.max(
          maxClaimAfterExpiryMs,
          next.startAt - Math.max(before.expiresAt, next.askedAt),
        );
      }
    }
    return { leases: this.#leases.length, tasks: byTask.size, expired, maxClaimAfterExpiryMs, problems };
  }
}

/** Checks two leases of a task, in the order in which they began. */
function problemsOf(before: Lease, next: Lease): string[] {
  const problems: string[] = [];
  const who = `task ${next.emailId}: ${before.owner} and ${next.owner}`;
  const mayHaveEnded = before.endAskedAt !== null && before.endAskedAt <= next.answeredAt;
  if (next.startAt < before.expiresAt - PRECISION_MS && !mayHaveEnded) {
    problems.push(`${who} held it at once, from ${next.startAt} to ${before.expiresAt}`);
  }
  if (before.leaseToken === next.leaseToken) problems.push(`${who} had the same lease token`);
  if (next.attempts <= before.attempts && !before.released) {
    problems.push(`${who} were both told of attempt ${next.attempts}`);
  }
  return problems;
}
