import type { Log } from '@mailroom/observability';
import type { SmtpSession } from './mail-transactions.js';

export type SmtpServerOptions = {
  /** Name in the greeting and the domain of a bare `<postmaster>`. */
  readonly hostname: string;
  readonly maxMessageBytes: number;
  /** Admitted recipients per transaction. */
  readonly maxRecipients: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerClient: number;
  /** Per session. */
  readonly maxCommands: number;
  /** `Received` fields of one message, above which it is taken for a loop (RFC 5321 §6.3). */
  readonly maxReceivedHeaders: number;
  /** All message content that this process holds between DATA and its reply. */
  readonly maxInFlightBytes: number;
  /** Between two commands, and between two pieces of DATA. */
  readonly idleTimeoutMs: number;
  /** For the whole of DATA, however steadily bytes trickle in. */
  readonly dataTimeoutMs: number;
  readonly tls: { readonly key: string | Buffer; readonly cert: string | Buffer } | null;
  /** Gets a line for each transaction. */
  readonly log?: Log;
  /** Told of what should not happen: a failed MailTransactions call, a listener error, a bug. */
  readonly onError?: (error: unknown, session: SmtpSession | null) => void;
};
