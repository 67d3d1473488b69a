import { readNumber, type Complain, type Environment } from '@mailroom/errors';

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

/** A row keeps an instant for each use that counts. */
const MAX_LIMIT = 10_000;

const variables = {
  allocation: { name: 'FREE_LEASES_PER_HOUR', otherwise: 5, code: 'lease_allocations', window: 'PT1H' },
  read: { name: 'FREE_READS_PER_HOUR', otherwise: 600, code: 'message_reads', window: 'PT1H' },
  send: { name: 'FREE_SENDS_PER_DAY', otherwise: 20, code: 'message_sends', window: 'P1D' },
  webhook: { name: 'FREE_WEBHOOKS', otherwise: 2, code: 'webhooks', window: null },
} as const;

/** Reads FREE_LEASES_PER_HOUR, FREE_READS_PER_HOUR, FREE_SENDS_PER_DAY and FREE_WEBHOOKS; 0 leaves nothing free. */
export function readFreeLimits(env: Environment, complain: Complain): FreeLimits {
  const read = (kind: CallKind): FreeLimit => {
    const { name, otherwise, code, window } = variables[kind];
    return { code, limit: readNumber(env, name, { max: MAX_LIMIT, otherwise }, complain), window };
  };
  return new FreeLimits({
    allocation: read('allocation'),
    read: read('read'),
    send: read('send'),
    webhook: read('webhook'),
  });
}
