import { silentLog, type Log } from '@mailroom/observability';

export class OutboundOptions {
  constructor(
    /** Deliveries to next hops at once. */
    readonly concurrency: number,
    readonly onError: (error: unknown) => void,
    /** Whether what leaves gets a DKIM signature; not where the relay signs. */
    readonly sign: boolean = true,
    readonly log: Log = silentLog,
  ) {}
}
