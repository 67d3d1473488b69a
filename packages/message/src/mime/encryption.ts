import { MESSAGE_HEAD_BYTES, messageKeyIds } from '@mailroom/openpgp';
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

/** Encoded bytes that hold the beginning of an OpenPGP message: base64 of its armor, line ends and header lines included. */
const ENCODED_HEAD_BYTES = 3 * MESSAGE_HEAD_BYTES;
const PGP_BLOCK = '-----BEGIN PGP MESSAGE-----';
/** Parts in which we look for the message, where there are several files. */
const MAX_CANDIDATES = 3;

/** The ids of the OpenPGP keys that an encrypted message is for, from the beginning of its first ciphertext. */
export function encryptedFor(raw: Buffer, tree: PartTree, plainText: string, html: string): string[] {
  for (const { bodyStart, bodyEnd, encoding } of tree.leaves.filter(isPgpFile).slice(0, MAX_CANDIDATES)) {
    const end = Math.min(bodyEnd, bodyStart + ENCODED_HEAD_BYTES);
    const found = messageKeyIds(decodeTransferEncoding(raw.subarray(bodyStart, end), encoding));
    if (found.length > 0) return found;
  }
  const inText = messageKeyIds(beginning(plainText));
  return inText.length > 0
    ? inText
    : messageKeyIds(
        Buffer.from(
          beginning(html)
            .toString()
            .replace(/<[^<>]{0,300}>/g, '\n'),
        ),
      );
}

function isPgpFile({ mimeType, filename }: Part): boolean {
  return mimeType === 'application/octet-stream' || /\.(?:asc|pgp|gpg)$/i.test(filename ?? '');
}

/** The first block in a text, as far as its readers are told there; nothing of a text without one. */
function beginning(text: string): Buffer {
  const at = text.indexOf(PGP_BLOCK);
  return Buffer.from(at === -1 ? '' : text.slice(at, at + ENCODED_HEAD_BYTES));
}

/** Some programs wrap the block in a paragraph or `<pre>`. */
function holdsPgpInHtml(html: string): boolean {
  const at = html.indexOf(PGP_BLOCK);
  if (at === -1) return false;
  const before = html.slice(Math.max(0, at - 400), at).replace(/\s+$/, '');
  return /(?:^|<(?:pre|p|div|body|br|td|span|tt|code)\b[^<>]{0,300}>)$/i.test(before);
}

/** Gateways turn `multipart/encrypted` into `multipart/mixed`, and leave its two parts (RFC 3156 §4). */
function isMangledPgp(leaves: readonly Part[]): boolean {
  const at = leaves.findIndex(({ mimeType }) => mimeType === 'application/pgp-encrypted');
  return at !== -1 && leaves.slice(at + 1, at + 3).some(isPgpFile);
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
