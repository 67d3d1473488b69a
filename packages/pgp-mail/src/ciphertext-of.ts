import PostalMime from 'postal-mime';
import { binaryOf, bytesOf } from './bytes.js';

const BEGIN = '-----BEGIN PGP MESSAGE-----';
const END = '-----END PGP MESSAGE-----';

/** The encrypted part of a message as it came (RFC 3156 §4, or inline PGP); null where there is none. */
export async function ciphertextOf(raw: Uint8Array): Promise<string | Uint8Array | null> {
  const { attachments, text = '' } = await PostalMime.parse(raw, { maxNestingDepth: 20 });
  const file = attachments.find(({ mimeType, filename }) => {
    return mimeType === 'application/octet-stream' || /\.(?:asc|pgp|gpg)$/i.test(filename ?? '');
  });
  if (!file) return blockIn(text);
  const bytes = bytesOf(file.content);
  return (bytes[0] ?? 0) & 0x80 ? bytes : blockIn(binaryOf(bytes));
}

/** A pattern would look for the end anew from each of many beginnings. */
function blockIn(text: string): string | null {
  const start = text.indexOf(BEGIN);
  const end = start === -1 ? -1 : text.indexOf(END, start);
  return end === -1 ? null : text.slice(start, end + END.length);
}
