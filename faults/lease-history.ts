/** A lease as its holder knows it; instants in milliseconds, `startAt` and `expiresAt` by the database's clock. */
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
  /** As last renewed. */
  expiresAt: number;
  /** When its holder first asked to end it. */
  endAskedAt: number | null;
  /** Whether that gave the attempt back, or may have. */
  released: boolean;
};

export type HistoryReport = {
  readonly leases: number;
  readonly tasks: number;
  /** Leases that ended by themselves, and were followed by another. */
  readonly expired: number;
  /** From the expiry, or from when someone asked after it, until the next lease began. */
  readonly maxClaimAfterExpiryMs: number;
  readonly problems: readonly string[];
};

/** The API tells instants to the millisecond, below which the database goes on. */
const PRECISION_MS = 1;

/** What happened to leases, for a judgement at the end: no task is held by two, and each attempt is counted. */
export class LeaseHistory {
  readonly #leases: Lease[] = [];
  readonly #problems: string[] = [];

  claimed(lease: Omit<Lease, 'endAskedAt' | 'released'>): Lease {
    const known = { ...lease, endAskedAt: null, released: false };
    this.#leases.push(known);
    return known;
  }

  /** What should never be seen, whatever came before. */
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

/** Of two leases of a task in the order of their beginnings. */
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
