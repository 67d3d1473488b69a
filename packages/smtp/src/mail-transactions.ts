import type { EmailAddress } from '@mailroom/message';
import type { SmtpReply } from './smtp-reply.js';

/** One client connection as its last greeting left it. */
export type SmtpSession = {
  readonly id: string;
  /** IPv4-mapped IPv6 addresses are written as IPv4. */
  readonly clientAddress: string;
  readonly clientPort: number;
  /** The argument of HELO or EHLO; "" before it and after STARTTLS. */
  readonly helo: string;
  /** Whether it was greeted with EHLO. */
  readonly esmtp: boolean;
  readonly tls: { readonly protocol: string; readonly cipher: string } | null;
};

/** A message whose end of data has been seen, but that is not yet answered. */
export type ReceivedMessage = {
  readonly session: SmtpSession;
  /** The envelope sender; null means the null reverse-path `<>`. */
  readonly sender: string | null;
  /** The admitted recipients in the order given; if addresses differ only in case, the first of them. */
  readonly recipients: readonly string[];
  /** The content without dot-stuffing, with every line ended by CRLF, and without a trace header of ours. */
  readonly content: Buffer;
  readonly smtputf8: boolean;
  /** Names the transaction in the Received header and in logs. */
  readonly id: string;
  /** A UUID of version 7; its digits are the id of the trace that begins here. */
  readonly rawId: string;
};

/** Receives the SMTP server's mail; if either promise rejects, the reply is 451 4.3.0. */
export abstract class MailTransactions {
  /** A 2xx reply admits the recipient. Pipelined RCPTs call this concurrently. */
  abstract admitRecipient(recipient: EmailAddress, session: SmtpSession): Promise<SmtpReply>;

  /** Replies 2xx only once the message is durable. */
  abstract accept(message: ReceivedMessage): Promise<SmtpReply>;
}
