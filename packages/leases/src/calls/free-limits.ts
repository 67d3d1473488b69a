/** The calls that cost something above a limit. */
export const callKinds = ['allocation', 'read', 'send', 'webhook'] as const;
export type CallKind = (typeof callKinds)[number];

/** What is free: `limit` uses in a window that ends now; without a window, as many as there are at a time. */
export type FreeLimit = {
  /** What callers know it by. */
  readonly code: string;
  readonly limit: number;
  /** ISO 8601. */
  readonly window: 'PT1H' | 'P1D' | null;
};

export class FreeLimits {
  constructor(private readonly limits: Readonly<Record<CallKind, FreeLimit>>) {}

  of(kind: CallKind): FreeLimit {
    return this.limits[kind];
  }

  /** All of them, for whoever asks what is free. */
  get all(): readonly FreeLimit[] {
    return callKinds.map((kind) => this.limits[kind]);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A row keeps an instant for each use that counts. */
const MAX_LIMIT = 10_000;

const variables = {
  allocation: { name: 'FREE_LEASES_PER_HOUR', otherwise: 5, code: 'lease_allocations', window: 'PT1H' },
  read: { name: 'FREE_READS_PER_HOUR', otherwise: 600, code: 'message_reads', window: 'PT1H' },
  send: { name: 'FREE_SENDS_PER_DAY', otherwise: 20, code: 'message_sends', window: 'P1D' },
  webhook: { name: 'FREE_WEBHOOKS', otherwise: 2, code: 'webhooks', window: null },
} as const;

/** Reads FREE_LEASES_PER_HOUR, FREE_READS_PER_HOUR, FREE_SENDS_PER_DAY and FREE_WEBHOOKS; 0 leaves nothing free. */
export function readFreeLimits(env: Environment, complain: (problem: string) => void): FreeLimits {
  const read = (kind: CallKind): FreeLimit => {
    const { name, otherwise, code, window } = variables[kind];
    const text = env[name];
    if (!text) return { code, limit: otherwise, window };
    const limit = /^\d{1,6}$/.test(text) ? Number(text) : MAX_LIMIT + 1;
    if (limit <= MAX_LIMIT) return { code, limit, window };
    complain(`${name} must be a number from 0 to ${MAX_LIMIT}, not "${text}".`);
    return { code, limit: otherwise, window };
  };
  return new FreeLimits({
    allocation: read('allocation'),
    read: read('read'),
    send: read('send'),
    webhook: read('webhook'),
  });
}
