import { silentLog, type Log } from '@mailroom/observability';

export class OutboundOptions {
  constructor(
    /** The limit on deliveries to next hops at once. */
    readonly concurrency: number,
    readonly onError: (error: unknown) => void,
    /** Whether outgoing mail gets a DKIM signature; not if the relay signs. */
    readonly sign: boolean = true,
    readonly log: Log = silentLog,
  ) {}
}
