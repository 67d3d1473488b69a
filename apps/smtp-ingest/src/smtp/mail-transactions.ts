import type { EmailAddress } from '@mailroom/mail';
import type { SmtpReply } from './smtp-reply.js';

/** One client connection as its last greeting left it. */
export type SmtpSession = {
  readonly id: string;
  /** IPv4-mapped IPv6 addresses are written as IPv4. */
  readonly clientAddress: string;
  readonly clientPort: number;
  /** Argument of HELO or EHLO; "" before it and after STARTTLS. */
  readonly helo: string;
  /** Greeted with EHLO. */
  readonly esmtp: boolean;
  readonly tls: { readonly protocol: string; readonly cipher: string } | null;
};

/** A message whose end-of-data has been seen, not yet answered. */
export type ReceivedMessage = {
  readonly session: SmtpSession;
  /** Envelope sender; null is the null reverse-path `<>`. */
  readonly sender: string | null;
  /** Admitted recipients in the order given; of addresses that differ in case only, the first. */
  readonly recipients: readonly string[];
  /** Dot-unstuffed, every line ended by CRLF, without a trace header of ours. */
  readonly content: Buffer;
  readonly smtputf8: boolean;
  /** Names the transaction in the Received header and in logs. */
  readonly id: string;
  /** A UUID of version 7; its digits are the id of the trace that this begins. */
  readonly rawId: string;
};

/** Where the SMTP server hands its mail; what either promise rejects with is answered 451 4.3.0. */
export abstract class MailTransactions {
  /** 2xx admits the recipient. Called concurrently for pipelined RCPTs. */
  abstract admitRecipient(recipient: EmailAddress, session: SmtpSession): Promise<SmtpReply>;

  /** 2xx only once the message is durable. */
  abstract accept(message: ReceivedMessage): Promise<SmtpReply>;
}
