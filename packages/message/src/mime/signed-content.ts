import { readArmoredSignature, readCleartext } from '@mailroom/openpgp';
import { isBodyText } from './body-text.js';
import { onlySender } from './only-sender.js';
import type { Part } from './part.js';
import type { PartTree } from './part-walker.js';
import type { ParsedMessage } from './parsed-message.js';
import { decodeTransferEncoding } from './transfer-encoding.js';

/** What an OpenPGP signature covers, and where that is all that a reader is shown. */
export type SignedContent = {
  /** Whoever signed must have a key of this address: the only one of the only From field. */
  readonly signer: string;
  /** The signed bytes: where they lie in the message, or, of an inline signature, as its rules make them. */
  readonly content: { readonly offset: number; readonly length: number } | Uint8Array;
  /** Packets, without their armor. */
  readonly signature: Uint8Array;
};

type Unsound = 'unsound';
type Signed = Pick<SignedContent, 'content' | 'signature'>;

const SIGNATURE_TYPE = 'application/pgp-signature';
const CLEARTEXT = /^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*$/m;
/** The header of the message is not signed, and a charset of other letters for the same bytes would be another text. */
const PLAIN_CHARSET = /^(?:utf-?8|us-ascii|iso-8859-1|windows-1252)$/i;
/** Encoded bytes of a signature part; one of a usual key has a thousand. */
const MAX_SIGNATURE_BYTES = 64 * 1024;

/**
 * What the signature of a message covers (RFC 3156 §5, RFC 9580 §7); null where it has none, and `unsound` where one is there
 * that says nothing about all that is shown: of a part beside others, of several senders, or in a form that can't be read.
 */
export function signedContent(raw: Buffer, tree: PartTree, message: ParsedMessage): SignedContent | Unsound | null {
  const isMime = tree.multipartTypes.has('multipart/signed') && tree.leaves.some(isSignature);
  if (!isMime && !CLEARTEXT.test(message.plainText)) return null;
  const signer = onlySender(tree.header, message);
  const signed = isMime ? signedEntity(raw, tree) : signedText(raw, tree);
  return signer === null || signed === null ? 'unsound' : { signer, ...signed };
}

function isSignature({ mimeType }: Part): boolean {
  return mimeType === SIGNATURE_TYPE;
}

/** Exactly two parts, and nothing of the second but the signature; what stands before or after them is shown to nobody. */
function signedEntity(raw: Buffer, { root, leaves, rootDelimiters }: PartTree): Signed | null {
  if (root.mimeType !== 'multipart/signed') return null;
  if (root.parameters.get('protocol')?.toLowerCase() !== SIGNATURE_TYPE) return null;
  const [first, second, last, more] = rootDelimiters;
  if (!first || !second || !last || more || first.closes || second.closes || !last.closes) return null;
  const [part, other] = leaves.filter(({ bodyStart }) => bodyStart >= second.next);
  if (!part || other || !isSignature(part) || part.parentType !== 'multipart/signed') return null;
  if (part.bodyEnd - part.bodyStart > MAX_SIGNATURE_BYTES) return null;
  const signature = readArmoredSignature(
    decodeTransferEncoding(raw.subarray(part.bodyStart, part.bodyEnd), part.encoding),
  );
  const end = withoutLineBreak(raw, second.lineStart);
  if (signature === null || end < first.next) return null;
  return { content: { offset: first.next, length: end - first.next }, signature };
}

/** The line break before a boundary belongs to the boundary (RFC 2046 §5.1.1). */
function withoutLineBreak(raw: Buffer, lineStart: number): number {
  if (raw[lineStart - 1] !== 10) return lineStart;
  return raw[lineStart - 2] === 13 ? lineStart - 2 : lineStart - 1;
}

/** A message whose only part is text, all of which the block is. */
function signedText(raw: Buffer, { leaves }: PartTree): Signed | null {
  const [part, ...others] = leaves;
  if (!part || others.length > 0 || part.mimeType !== 'text/plain' || !isBodyText(part)) return null;
  // Blanks at the end of lines are not signed, and would join lines that were written apart.
  if (part.parameters.get('format')?.toLowerCase() === 'flowed') return null;
  if (!PLAIN_CHARSET.test(part.parameters.get('charset') ?? 'utf-8')) return null;
  return readCleartext(decodeTransferEncoding(raw.subarray(part.bodyStart, part.bodyEnd), part.encoding));
}
