import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { DomainError } from '@mailroom/errors';
import { plainTextOf, readHtml, withLineFeeds } from '@mailroom/message';
import { type EmailAddressee } from '@mailroom/mail';
import { attachmentType } from './attachment-type.js';
import type { OutgoingHeaders } from './outgoing-headers.js';

/** 25 MiB for the whole message. */
export const MAX_MESSAGE_BYTES = 25 * 1024 * 1024;

/** The densest HTML of this length holds the process up for a tenth of a second. */
const TEXT_LIMITS = { maxScanned: 256 * 1024, maxCharacters: 256 * 1024 };

export type Composition = {
  readonly from: { readonly address: string; readonly name: string };
  readonly to: readonly EmailAddressee[];
  readonly cc: readonly EmailAddressee[];
  readonly replyTo: readonly EmailAddressee[];
  /** The caller's own, which were checked. */
  readonly headers: OutgoingHeaders;
  /** Of the field by which the mail brings the key of its sender; null where there is none. */
  readonly autocrypt: string | null;
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** What the caller encrypted, instead of text, HTML and attachments. */
  readonly pgpMime?: string | undefined;
  readonly inReplyTo: string;
  readonly references: readonly string[];
  /** Whether it answers mail that a machine sent. */
  readonly autoSubmitted: boolean;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string | undefined;
    /** What the sender of a text that is passed on said of it. */
    readonly charset: string | undefined;
    readonly content: Buffer;
    readonly disposition: 'attachment' | 'inline';
    readonly contentId: string | undefined;
  }[];
};

export type ComposedMessage = { readonly content: Buffer; readonly messageId: string };

/**
 * Builds the MIME message. Blind recipients are not part of it: they stand in the envelope alone. Addresses were parsed
 * strictly before, and structured here, so that none is read in another way.
 */
export async function compose(composition: Composition): Promise<ComposedMessage> {
  const { from, to, cc, replyTo, subject, html, inReplyTo, references, attachments } = composition;
  const text = composition.text ?? (html === undefined ? undefined : textOf(html));
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const messageId = `<${randomUUID()}@${domain}>`;
  const composer = new MailComposer({
    from,
    to: to.map(mailAddress),
    cc: cc.map(mailAddress),
    ...(replyTo.length > 0 && { replyTo: replyTo.map(mailAddress) }),
    subject,
    // The composer writes every LF as CRLF and leaves a bare CR, which no host has to take (RFC 5321 §2.3.8).
    ...(text !== undefined && { text: withLineFeeds(text) }),
    ...(html !== undefined && { html: withLineFeeds(html) }),
    ...(inReplyTo !== '' && { inReplyTo }),
    ...(references.length > 0 && { references: [...references] }),
    headers: headersOf(composition),
    messageId,
    date: new Date(),
    newline: 'windows',
    disableUrlAccess: true,
    disableFileAccess: true,
    attachments: attachments.map((attachment) => ({
      filename: attachment.filename,
      content: attachment.content,
      contentDisposition: attachment.disposition,
      contentType: attachmentType(attachment),
      ...(attachment.contentId !== undefined && { cid: attachment.contentId }),
    })),
  });
  const node = composer.compile();
  if (composition.pgpMime !== undefined) encryptedInto(node, composition.pgpMime);
  const content = await node.build();
  if (content.length > MAX_MESSAGE_BYTES) {
    throw new DomainError('payload_too_large', 'The message is larger than 25 MiB.', {
      fix: 'Send fewer or smaller attachments.',
    });
  }
  return { content, messageId };
}

/** Makes the body of a message the two parts of RFC 3156 §4: what it is, and the ciphertext. */
function encryptedInto(node: ReturnType<MailComposer['compile']>, armored: string): void {
  delete node.content;
  node.setHeader('Content-Type', 'multipart/encrypted; protocol="application/pgp-encrypted"');
  const version = node.createChild('application/pgp-encrypted');
  version.setHeader('Content-Transfer-Encoding', '7bit');
  version.setContent('Version: 1\r\n');
  const ciphertext = node.createChild('application/octet-stream; name="encrypted.asc"', { filename: 'encrypted.asc' });
  ciphertext.setHeader({ 'Content-Disposition': 'inline', 'Content-Transfer-Encoding': '7bit' });
  ciphertext.setContent(armored.trim().replace(/\r?\n/g, '\r\n'));
}

/**
 * The text part of a message that is HTML alone, for whoever reads no HTML; half a text would mislead, so there is none of
 * HTML that is too long to be read at once.
 */
function textOf(html: string): string | undefined {
  const seen = readHtml(html, TEXT_LIMITS);
  return seen.isWhole ? plainTextOf('', seen).plainText || undefined : undefined;
}

const mailAddress = ({ email, name }: EmailAddressee) => ({ name, address: email });

/** What answers a machine says so, whatever the caller says. */
function headersOf({ headers, autocrypt, autoSubmitted }: Composition): OutgoingHeaders {
  const own = autocrypt === null ? headers : { ...headers, Autocrypt: autocrypt };
  if (!autoSubmitted) return own;
  const others = Object.entries(own).filter(([name]) => name.toLowerCase() !== 'auto-submitted');
  return { ...Object.fromEntries(others), 'Auto-Submitted': 'auto-replied' };
}
