import type { HeaderField } from './header-fields.js';
import type { MailReport } from './reported-mail.js';
import type { TransferEncoding } from './transfer-encoding.js';

export type MailAddress = { email: string; name: string };

/** One attachment: where its encoded bytes lie in the raw message. They are decoded on request. */
export type ParsedAttachment = {
  /** The position, counted from 0 in the order of the message. */
  position: number;
  filename: string | null;
  /** Lower case, always `type/subtype`. */
  mimeType: string;
  /** The decoded size in bytes; an upper bound if foreign characters lie inside regular base64 lines. */
  size: number;
  disposition: 'attachment' | 'inline' | null;
  /** It stands here without its angle brackets. */
  contentId: string | null;
  /** The position of the encoded body, in bytes of the raw message. */
  offset: number;
  length: number;
  encoding: TransferEncoding;
};

/**
 * What a message says about itself. No string holds a NUL or a lone surrogate; no header text holds a line break. If a
 * header field that may appear only once is repeated, the first counts; of address lists, all count.
 */
export type ParsedMessage = {
  subject: string;
  /** Its `email` is "" where the field has a name and no address. */
  from: MailAddress | null;
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  replyTo: MailAddress[];
  /** The id with its angle brackets; "" if there is none. */
  messageId: string;
  inReplyTo: string;
  references: string[];
  /** ISO 8601 in UTC; null where the Date field is missing or says nothing sure. */
  sentAt: string | null;
  /** Every field in its order, within bounds. */
  headers: HeaderField[];
  /** Lines end in LF; "" for encrypted mail, as `html` and `snippet` are. */
  plainText: string;
  html: string;
  /** One line of at most 200 UTF-16 units. */
  snippet: string;
  /** multipart/encrypted, S/MIME enveloped data, or a PGP message block in the text. */
  encrypted: boolean;
  /** The ids of the OpenPGP keys that it is for, as far as it names them: 16 hexadecimal digits in lower case. */
  encryptedFor: string[];
  /** `dsn`: a delivery status report (RFC 3464); `auto-replied`: RFC 3834. */
  automatic: 'dsn' | 'auto-replied' | null;
  /** Whether it is automatic, from a list, or bulk mail, to which nothing automatic may reply (RFC 3834 §2). */
  machineSent: boolean;
  /** What it reports about sent mail; null if it is not a report. */
  report: MailReport | null;
  attachments: ParsedAttachment[];
};
