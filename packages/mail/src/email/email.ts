import type { Extractions, HeaderField, MailReport, PlainTextSource, TrustAssessment } from '@mailroom/message';

export type MailDirection = 'received' | 'sent';

export const emailStatuses = [
  'received',
  'parse_failed',
  'queued',
  'sent',
  'delivered',
  'delayed',
  'bounced',
  'complained',
  'failed',
  'unknown',
] as const;

export type EmailStatus = (typeof emailStatuses)[number];

export type EmailAddressee = { readonly email: string; readonly name: string };

/** What is known of a signature; `encrypted` is one that only the holder of a key can see. */
export const pgpStatuses = ['valid', 'invalid', 'unknown_key', 'none', 'encrypted'] as const;

export type PgpSignature = {
  readonly status: (typeof pgpStatuses)[number];
  /** Of the key that made it, where it is valid; else "". */
  readonly fingerprint: string;
};

/** One message in one mailbox, without its body. */
export type Email = {
  readonly id: number;
  readonly mailboxId: number;
  readonly direction: MailDirection;
  readonly status: EmailStatus;
  readonly unread: boolean;
  readonly rawId: string;
  /** The envelope recipient that led to this mailbox; "" for sent mail. */
  readonly recipient: string;
  readonly from: EmailAddressee;
  readonly to: readonly EmailAddressee[];
  readonly cc: readonly EmailAddressee[];
  readonly bcc: readonly EmailAddressee[];
  readonly replyTo: readonly EmailAddressee[];
  readonly subject: string;
  readonly snippet: string;
  readonly messageId: string;
  readonly inReplyTo: string;
  readonly threadId: string;
  readonly encrypted: boolean;
  /** The ids of the OpenPGP keys that it is for, as far as it names them: 16 hexadecimal digits in lower case. */
  readonly encryptedFor: readonly string[];
  /** Null where it is not signed, or where that can't be seen. */
  readonly pgpSignature: PgpSignature | null;
  /** The best one-time code found in it, or "". */
  readonly verificationCode: string;
  /** Whether there is a text or an HTML body to read. */
  readonly hasBody: boolean;
  readonly attachmentCount: number;
  readonly providerMessageId: string;
  readonly errorMessage: string;
  /** Whether it was kept for inspection instead of being sent. */
  readonly captured: boolean;
  /** The agents' own labels, sorted. */
  readonly labels: readonly string[];
  /** What the Date field says; null where it says nothing sure. */
  readonly sentAt: Date | null;
  readonly createdAt: Date;
};

/** The results of a check of SPF, DKIM, DMARC or ARC (RFC 8601 §2.7). */
export const authenticationResults = ['none', 'pass', 'fail', 'softfail', 'neutral', 'temperror', 'permerror'] as const;

type AuthenticationResult = (typeof authenticationResults)[number];

export type Authentication = {
  readonly spf: AuthenticationResult;
  readonly dkim: AuthenticationResult;
  readonly dmarc: AuthenticationResult;
  readonly arc: AuthenticationResult;
};

export type EmailContent = {
  readonly plainText: string;
  readonly plainTextSource: PlainTextSource;
  readonly html: string;
  readonly references: readonly string[];
  /** Null where it was read before headers were kept. */
  readonly headers: readonly HeaderField[] | null;
  readonly authentication: Authentication | null;
  /** Null for sent mail. */
  readonly extractions: Extractions | null;
  /** The text without quoted history and signature; null if that equals the plain text. */
  readonly extractedText: string | null;
  /** Null for sent mail. */
  readonly trust: TrustAssessment | null;
};

/** An email and its bodies; null for a message that could not be parsed. */
export type FullEmail = { readonly email: Email; readonly content: EmailContent | null };
/** The same without its bodies, if they are too large to be read beside those of others. */
export type BoundedEmail = FullEmail & { readonly bodiesLeftOut: boolean };

/** Where a received message comes from. */
export type EmailOrigin = {
  /** Null means the null reverse-path of reports (RFC 5321 §4.5.5). */
  readonly envelopeSender: string | null;
  /** Whether it is automatic, from a list, or bulk mail. */
  readonly machineSent: boolean;
};

/** A report on sent mail, and the envelope recipient to which it came. */
export type ReceivedReport = {
  readonly mailboxId: number;
  readonly recipient: string;
  /** Whether it came from the null reverse-path, as reports do (RFC 5321 §4.5.5). */
  readonly fromNullSender: boolean;
  readonly report: MailReport;
};

export type EmailPage = {
  readonly direction: MailDirection;
  /** Only emails that carry this label. */
  readonly label?: string | undefined;
  /** Only emails after this id, in the requested order. */
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
  readonly limit: number;
};
