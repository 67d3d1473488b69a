import { decodeHeaderText, oneLine } from './header-text.js';
import type { HeaderBlock } from './header-block.js';
import { parseParameterizedValue } from './parameterized-value.js';
import { transferEncoding, type TransferEncoding } from './transfer-encoding.js';

/** One entity of a message: what its header says, and where its body lies in the raw message. */
export type Part = {
  /** The type as `type/subtype` in lower case. */
  readonly mimeType: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly encoding: TransferEncoding;
  readonly disposition: 'attachment' | 'inline' | null;
  readonly filename: string | null;
  /** The last segment of Content-Location (RFC 2557 §4.2), which some senders write instead of a filename. */
  readonly locationName: string | null;
  readonly contentId: string | null;
  /** The type of the multipart around it; null at the root. */
  readonly parentType: string | null;
  readonly bodyStart: number;
  /** The line break before a boundary belongs to the boundary (RFC 2046 §5.1.1). */
  readonly bodyEnd: number;
};

export type PartHeader = Omit<Part, 'bodyStart' | 'bodyEnd'>;

const MAX_TYPE_CHARACTERS = 255;
const MAX_FILENAME_CHARACTERS = 255;
const MAX_CONTENT_ID_CHARACTERS = 998;
const MIME_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

export function readPartHeader(header: HeaderBlock, parentType: string | null): PartHeader {
  const type = parseParameterizedValue(header.first('content-type'));
  const disposition = parseParameterizedValue(header.first('content-disposition'));
  const defaultType = parentType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  const mimeType = MIME_TYPE.test(type.token) && type.token.length <= MAX_TYPE_CHARACTERS ? type.token : defaultType;
  return {
    mimeType,
    parameters: type.parameters,
    encoding: transferEncoding(header.first('content-transfer-encoding')),
    disposition: dispositionType(disposition.token),
    filename: safeFilename(disposition.parameters.get('filename') ?? type.parameters.get('name')),
    locationName: safeFilename(header.first('content-location')),
    contentId: readContentId(header.first('content-id')),
    parentType,
  };
}

/** An unknown disposition means attachment (RFC 2183 §2.8); text that is not a token says nothing. */
function dispositionType(token: string): Part['disposition'] {
  if (!/^[\w!#$%&'*+.^`{|}~-]+$/.test(token)) return null;
  return token === 'inline' ? 'inline' : 'attachment';
}

/** Keeps only the last segment of what looks like a path, and never `.` or `..` (RFC 2183 §2.3). */
export function safeFilename(value: string | undefined): string | null {
  if (value === undefined) return null;
  const name = decodeHeaderText(value).split(/[/\\]/).at(-1)?.trim() ?? '';
  if (name === '' || name === '.' || name === '..') return null;
  if (name.length <= MAX_FILENAME_CHARACTERS) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : '';
  return oneLine(name.slice(0, MAX_FILENAME_CHARACTERS - extension.length) + extension);
}

function readContentId(value: string | undefined): string | null {
  if (value === undefined) return null;
  const id = oneLine(value.slice(0, MAX_CONTENT_ID_CHARACTERS)).replace(/^<|>$/g, '');
  return id === '' ? null : id;
}
