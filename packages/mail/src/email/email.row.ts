import type { Email, EmailAddressee, EmailStatus, PgpSignature } from './email.js';

export const emailColumns = `e.id, e.mailbox_id, e.direction, e.status, e.unread, e.raw_id, e.recipient, e.from_email,
  e.from_name, e.to_addresses, e.cc_addresses, e.bcc_addresses, e.reply_to_addresses, e.subject, e.snippet, e.message_id,
  e.in_reply_to, e.thread_id, e.encrypted, e.encrypted_for, e.pgp_signature, e.verification_code, e.has_body, e.attachment_count,
  e.provider_message_id, e.error_message, e.captured,
  e.labels, e.sent_at, e.created_at`;

export type EmailRow = {
  id: number;
  mailbox_id: number;
  direction: number;
  status: EmailStatus;
  unread: boolean;
  raw_id: string;
  recipient: string;
  from_email: string;
  from_name: string;
  to_addresses: EmailAddressee[];
  cc_addresses: EmailAddressee[];
  bcc_addresses: EmailAddressee[];
  reply_to_addresses: EmailAddressee[];
  subject: string;
  snippet: string;
  message_id: string;
  in_reply_to: string;
  thread_id: string;
  encrypted: boolean;
  encrypted_for: string[];
  pgp_signature: PgpSignature | null;
  verification_code: string;
  has_body: boolean;
  attachment_count: number;
  provider_message_id: string;
  error_message: string;
  captured: boolean;
  labels: string[];
  sent_at: Date | null;
  created_at: Date;
};

export function emailOf(row: EmailRow): Email {
  return {
    id: row.id,
    mailboxId: row.mailbox_id,
    direction: row.direction === 0 ? 'received' : 'sent',
    status: row.status,
    unread: row.unread,
    rawId: row.raw_id,
    recipient: row.recipient,
    from: { email: row.from_email, name: row.from_name },
    to: row.to_addresses,
    cc: row.cc_addresses,
    bcc: row.bcc_addresses,
    replyTo: row.reply_to_addresses,
    subject: row.subject,
    snippet: row.snippet,
    messageId: row.message_id,
    inReplyTo: row.in_reply_to,
    threadId: row.thread_id,
    encrypted: row.encrypted,
    encryptedFor: row.encrypted_for,
    pgpSignature: row.pgp_signature,
    verificationCode: row.verification_code,
    hasBody: row.has_body,
    attachmentCount: row.attachment_count,
    providerMessageId: row.provider_message_id,
    errorMessage: row.error_message,
    captured: row.captured,
    labels: row.labels,
    sentAt: row.sent_at,
    createdAt: row.created_at,
  };
}
