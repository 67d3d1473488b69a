import { HeaderBlock, findHeaderEnd } from './header-block.js';
import { decodeHeaderText } from './header-text.js';
import { safeFilename, type Part } from './part.js';
import type { ParsedAttachment } from './parsed-message.js';
import { decodedSize } from './transfer-encoding.js';

/** How far into an enclosed message we look for its subject. */
const ENCLOSED_HEADER_BYTES = 16 * 1024;

export function toAttachment(raw: Buffer, part: Part, position: number): ParsedAttachment {
  const body = raw.subarray(part.bodyStart, part.bodyEnd);
  const isRelated = part.contentId !== null && part.parentType === 'multipart/related';
  return {
    position,
    filename: part.filename ?? part.locationName ?? enclosedMessageFilename(part, body),
    mimeType: part.mimeType,
    size: decodedSize(body, part.encoding),
    disposition: part.disposition ?? (isRelated ? 'inline' : null),
    contentId: part.contentId,
    offset: part.bodyStart,
    length: body.length,
    encoding: part.encoding,
  };
}

/** An enclosed message without a filename is named after its subject. */
function enclosedMessageFilename(part: Part, body: Buffer): string | null {
  if (part.mimeType !== 'message/rfc822' && part.mimeType !== 'message/global') return null;
  const start = body.subarray(0, ENCLOSED_HEADER_BYTES);
  const header = new HeaderBlock(start, 0, findHeaderEnd(start, 0, () => false).headerEnd);
  const subject = decodeHeaderText(header.first('subject') ?? '').replace(/[/\\]/g, '_');
  return safeFilename(subject === '' ? 'message.eml' : `${subject}.eml`);
}
