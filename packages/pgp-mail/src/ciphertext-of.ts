import PostalMime from 'postal-mime';
import { binaryOf, bytesOf } from './bytes.js';

const BLOCK = /-----BEGIN PGP MESSAGE-----[^]*?-----END PGP MESSAGE-----/;

/** The encrypted part of a message as it came (RFC 3156 §4, or inline PGP); null where there is none. */
export async function ciphertextOf(raw: Uint8Array): Promise<string | Uint8Array | null> {
  const { attachments, text = '' } = await PostalMime.parse(raw, { maxNestingDepth: 20 });
  const file = attachments.find(({ mimeType, filename }) => {
    return mimeType === 'application/octet-stream' || /\.(?:asc|pgp|gpg)$/i.test(filename ?? '');
  });
  if (!file) return BLOCK.exec(text)?.[0] ?? null;
  const bytes = bytesOf(file.content);
  return (bytes[0] ?? 0) & 0x80 ? bytes : (BLOCK.exec(binaryOf(bytes))?.[0] ?? null);
}
