import PostalMime from 'postal-mime';
import { binaryOf, bytesOf } from './bytes.js';

export type PlainFile = {
  readonly filename: string | null;
  readonly mimeType: string;
  readonly disposition: string;
  readonly contentId: string | null;
  readonly content: Uint8Array;
};

/** What an encrypted message says. */
export type PlainMail = {
  /** What it is about, where the sender's program put that inside; else "". */
  readonly subject: string;
  readonly plainText: string;
  readonly html: string;
  readonly attachments: readonly PlainFile[];
};

/** A MIME entity begins with its header (RFC 3156 §4); whatever else was encrypted is text (inline PGP). */
const ENTITY = /^(?:[!-9;-~]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){0,50}?content-type:/i;
const HEADER_BYTES = 16 * 1024;
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 };

/** Reads the whole of what was decrypted, and nothing that stood beside it in the clear; it loads nothing from elsewhere. */
export async function readPlainMail(bytes: Uint8Array): Promise<PlainMail> {
  if (!ENTITY.test(binaryOf(bytes.subarray(0, HEADER_BYTES))))
    return {
      subject: '',
      plainText: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
      html: '',
      attachments: [],
    };
  const { subject = '', text = '', html = '', attachments } = await PostalMime.parse(bytes, LIMITS);
  return {
    subject,
    plainText: text,
    html,
    attachments: attachments.map(({ filename, mimeType, disposition, contentId, content }) => ({
      filename: filename ?? null,
      mimeType,
      disposition: disposition ?? 'attachment',
      contentId: contentId ?? null,
      content: bytesOf(content as string | ArrayBuffer | Uint8Array),
    })),
  };
}
