import type { Part } from './part.js';
import type { PartTree } from './part-walker.js';
import { decodeTransferEncoding } from './transfer-encoding.js';
import { holdsPgpMessage } from './body-text.js';

const PKCS7_MIME = new Set(['application/pkcs7-mime', 'application/x-pkcs7-mime']);
const ENVELOPED_TYPES = new Set(['enveloped-data', 'authenveloped-data']);

/** The DER of the OIDs 1.2.840.113549.1.7.3 (enveloped-data) and 1.2.840.113549.1.9.16.1.23 (authEnvelopedData). */
const ENVELOPED_OIDS = [Buffer.from('06092a864886f70d010703', 'hex'), Buffer.from('060b2a864886f70d0109100117', 'hex')];
/** Encoded bytes that hold the OID at the start of a CMS structure. */
const CMS_START_BYTES = 256;

/** Whether only the holder of a key can read the message (RFC 1847 §2.2, RFC 8551 §3.3, RFC 9580 §6.2). */
export function isEncrypted(raw: Buffer, tree: PartTree, plainText: string, html: string): boolean {
  if (tree.multipartTypes.has('multipart/encrypted') || holdsPgpMessage(plainText)) return true;
  if (holdsPgpInHtml(html) || isMangledPgp(tree.leaves)) return true;
  // Beside readable text it is just a file that somebody passes on.
  const hasText = /\S/.test(plainText) || html !== '';
  return !hasText && tree.leaves.some((part) => isEnvelopedData(raw, part));
}

/** Some programs wrap the block in a paragraph or `<pre>`. */
function holdsPgpInHtml(html: string): boolean {
  const at = html.indexOf('-----BEGIN PGP MESSAGE-----');
  if (at === -1) return false;
  const before = html.slice(Math.max(0, at - 400), at).replace(/\s+$/, '');
  return /(?:^|<(?:pre|p|div|body|br|td|span|tt|code)\b[^<>]{0,300}>)$/i.test(before);
}

/** Gateways turn `multipart/encrypted` into `multipart/mixed`, and leave its two parts (RFC 3156 §4). */
function isMangledPgp(leaves: readonly Part[]): boolean {
  const at = leaves.findIndex(({ mimeType }) => mimeType === 'application/pgp-encrypted');
  return (
    at !== -1 &&
    leaves.slice(at + 1, at + 3).some(({ mimeType, filename }) => {
      return mimeType === 'application/octet-stream' || /\.(?:asc|pgp|gpg)$/i.test(filename ?? '');
    })
  );
}

/** What is not declared is told by its name. */
function isCms({ mimeType, filename }: Part): boolean {
  return PKCS7_MIME.has(mimeType) || (mimeType === 'application/octet-stream' && /\.p7m$/i.test(filename ?? ''));
}

function isEnvelopedData(raw: Buffer, part: Part): boolean {
  if (!isCms(part)) return false;
  const declared = part.parameters.get('smime-type')?.toLowerCase();
  if (declared !== undefined) return ENVELOPED_TYPES.has(declared);
  const end = Math.min(part.bodyEnd, part.bodyStart + CMS_START_BYTES);
  const start = decodeTransferEncoding(raw.subarray(part.bodyStart, end), part.encoding);
  return ENVELOPED_OIDS.some((oid) => start.includes(oid));
}
