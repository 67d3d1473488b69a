import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { DomainError } from '@mailroom/errors';

/** 25 MiB for the whole message. */
export const MAX_MESSAGE_BYTES = 25 * 1024 * 1024;

export type Composition = {
  readonly from: { readonly address: string; readonly name: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly inReplyTo: string;
  readonly references: readonly string[];
  /** It answers what a machine sent. */
  readonly autoSubmitted: boolean;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string | undefined;
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
  const { from, to, cc, subject, text, html, inReplyTo, references, autoSubmitted, attachments } = composition;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const messageId = `<${randomUUID()}@${domain}>`;
  const composer = new MailComposer({
    from,
    to: to.map((address) => ({ name: '', address })),
    cc: cc.map((address) => ({ name: '', address })),
    subject,
    ...(text !== undefined && { text: withoutBareCr(text) }),
    ...(html !== undefined && { html: withoutBareCr(html) }),
    ...(inReplyTo !== '' && { inReplyTo }),
    ...(references.length > 0 && { references: [...references] }),
    ...(autoSubmitted && { headers: { 'Auto-Submitted': 'auto-replied' } }),
    messageId,
    date: new Date(),
    newline: 'windows',
    disableUrlAccess: true,
    disableFileAccess: true,
    attachments: attachments.map(({ filename, contentType, content, disposition, contentId }) => ({
      filename,
      content,
      contentDisposition: disposition,
      ...(contentType !== undefined && { contentType }),
      ...(contentId !== undefined && { cid: contentId }),
    })),
  });
  const content = await composer.compile().build();
  if (content.length > MAX_MESSAGE_BYTES) {
    throw new DomainError('payload_too_large', 'The message is larger than 25 MiB.', {
      fix: 'Send fewer or smaller attachments.',
    });
  }
  return { content, messageId };
}

/** The composer writes every LF as CRLF and leaves a bare CR, which no host has to take (RFC 5321 §2.3.8). */
function withoutBareCr(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
