import PostalMime from 'postal-mime';

export type PlainFile = {
  readonly filename: string | null;
  readonly mimeType: string;
  readonly disposition: string;
  readonly contentId: string | null;
  readonly content: Buffer;
};

/** What an encrypted message says. */
export type PlainMail = {
  readonly plainText: string;
  readonly html: string;
  readonly attachments: readonly PlainFile[];
};

/** A MIME entity begins with its header (RFC 3156 §4); whatever else was encrypted is text (inline PGP). */
const ENTITY = /^(?:[!-9;-~]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){0,50}?content-type:/i;
const HEADER_CHARACTERS = 16 * 1024;
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 };

/** Reads the whole of what was decrypted, and nothing that stood beside it in the clear; it loads nothing from elsewhere. */
export async function readPlainMail(bytes: Uint8Array): Promise<PlainMail> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!ENTITY.test(buffer.toString('latin1', 0, HEADER_CHARACTERS)))
    return { plainText: buffer.toString('utf8'), html: '', attachments: [] };
  const { text = '', html = '', attachments } = await PostalMime.parse(buffer, LIMITS);
  return {
    plainText: text,
    html,
    attachments: attachments.map(({ filename, mimeType, disposition, contentId, content }) => ({
      filename: filename ?? null,
      mimeType,
      disposition: disposition ?? 'attachment',
      contentId: contentId ?? null,
      content: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
    })),
  };
}
