import type { Log } from '@mailroom/observability';
import type { Network } from '@mailroom/network';
import type { SmtpSession } from './mail-transactions.js';
import type { KeyPair } from './start-tls.js';

export type SmtpServerOptions = {
  /** Name in the greeting and the domain of a bare `<postmaster>`. */
  readonly hostname: string;
  readonly maxMessageBytes: number;
  /** The limit on admitted recipients per transaction. */
  readonly maxRecipients: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerClient: number;
  /** The limit for all addresses of an IPv4 /24 together. */
  readonly maxConnectionsPerNetwork: number;
  /** Networks of balancers whose connections begin with a header of the PROXY protocol. */
  readonly proxyProtocolFrom: readonly Network[];
  /** Per session. */
  readonly maxCommands: number;
  /** `Received` fields of one message, above which it is taken for a loop (RFC 5321 §6.3). */
  readonly maxReceivedHeaders: number;
  /** The limit on message content that this process holds between DATA and its reply. */
  readonly maxInFlightBytes: number;
  /** The limit between two commands, and between two pieces of DATA. */
  readonly idleTimeoutMs: number;
  /** The limit for the whole of DATA, however steadily bytes trickle in. */
  readonly dataTimeoutMs: number;
  readonly tls: KeyPair | null;
  /** Gets a line for each transaction. */
  readonly log?: Log;
  /** Told of what should not happen: a failed MailTransactions call, a listener error, a bug. */
  readonly onError?: (error: unknown, session: SmtpSession | null) => void;
};
