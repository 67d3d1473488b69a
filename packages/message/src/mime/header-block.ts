import { isUtf8 } from 'node:buffer';

/** The limit for one header block; anything beyond it is skipped unread. */
const MAX_BLOCK_BYTES = 256 * 1024;
const MAX_FIELD_CHARACTERS = 64 * 1024;
const MAX_FIELDS_OF_A_NAME = 100;
/** No wanted name is longer, including the colon. */
const MAX_NAME_CHARACTERS = 40;

const LF = 10;
const SPACE = 32;
const TAB = 9;

const windows1252 = new TextDecoder('windows-1252');

/** The fields that parsing needs; all others are skipped. */
const WANTED = [
  'return-path',
  'subject',
  'from',
  'to',
  'cc',
  'bcc',
  'reply-to',
  'message-id',
  'in-reply-to',
  'references',
  'date',
  'auto-submitted',
  'precedence',
  'list-id',
  'list-post',
  'list-unsubscribe',
  'list-help',
  'list-archive',
  'list-owner',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
  'content-id',
  'content-location',
  'autocrypt',
  'x-failed-recipients',
] as const;
export type FieldName = (typeof WANTED)[number];
const isWanted = new Set<string>(WANTED);

/** A field's text; `isLegacy` if its bytes beyond ASCII are no UTF-8, and were read as windows-1252 for want of better. */
export type HeaderValue = { readonly text: string; readonly isLegacy: boolean };

/** The header fields of one entity, unfolded; their bytes are read as UTF-8 or else as windows-1252. */
export class HeaderBlock {
  readonly #values = new Map<string, HeaderValue[]>();

  /** @param start where the block starts in `raw` @param end the index after its last line */
  constructor(raw: Buffer, start: number, end: number) {
    if (start >= end) return;
    const text = raw.toString('latin1', start, Math.min(end, start + MAX_BLOCK_BYTES));
    let line = 0;
    while (line < text.length) {
      const next = endOfField(text, line);
      this.#add(text, line, next);
      line = next;
    }
  }

  /** Whether its sender wrote none of the fields that parsing needs; the return path comes from whoever took the message. */
  get isEmpty(): boolean {
    return this.#values.size === (this.#values.has('return-path') ? 1 : 0);
  }

  /** The first field of this name. */
  first(name: FieldName): string | undefined {
    return this.#values.get(name)?.[0]?.text;
  }

  all(name: FieldName): readonly string[] {
    return this.values(name).map(({ text }) => text);
  }

  values(name: FieldName): readonly HeaderValue[] {
    return this.#values.get(name) ?? [];
  }

  #add(text: string, start: number, end: number): void {
    const head = text.slice(start, Math.min(end, start + MAX_NAME_CHARACTERS));
    const colon = head.indexOf(':');
    if (colon === -1) return;
    const name = head.slice(0, colon).trimEnd().toLowerCase();
    if (!isWanted.has(name)) return;
    const from = start + colon + 1;
    const value = headerValue(text.slice(from, Math.min(end, from + MAX_FIELD_CHARACTERS)));
    const values = this.#values.get(name);
    if (values === undefined) this.#values.set(name, [value]);
    else if (values.length < MAX_FIELDS_OF_A_NAME) values.push(value);
  }
}

/** Behind the line break after which a new field starts. */
export function endOfField(text: string, start: number): number {
  let at = text.indexOf('\n', start);
  while (at !== -1) {
    const next = text.charCodeAt(at + 1);
    if (next !== SPACE && next !== TAB) return at + 1;
    at = text.indexOf('\n', at + 1);
  }
  return text.length;
}

/** RFC 5322 §2.2.3: the line breaks go, the white space behind them stays. */
export function headerValue(value: string): HeaderValue {
  const line = /[\r\n]/.test(value) ? value.replace(/[\r\n]+/g, '') : value;
  const { text, isLegacy } = decodeHeaderBytes(line);
  return { text: text.trim(), isLegacy };
}

/** RFC 6532 puts UTF-8 into header fields; older senders put in whatever they have. */
function decodeHeaderBytes(latin1: string): HeaderValue {
  if (!/[\x80-\xff]/.test(latin1)) return { text: latin1, isLegacy: false };
  const bytes = Buffer.from(latin1, 'latin1');
  const isLegacy = !isUtf8(bytes);
  return { text: isLegacy ? windows1252.decode(bytes) : bytes.toString('utf8'), isLegacy };
}

/**
 * Where the body that follows a header block begins, and where the block's own lines end: at an empty line, or else with
 * the entity.
 */
export type HeaderExtent = {
  readonly headerEnd: number;
  readonly bodyStart: number;
  readonly hasEmptyLine: boolean;
};

/**
 * Walks the lines from `start` to the empty one. `isDelimiter` tells whether a line that starts with "--" ends the
 * entity, which then has no body.
 */
export function findHeaderEnd(raw: Buffer, start: number, isDelimiter: (line: number) => boolean): HeaderExtent {
  let line = start;
  while (line < raw.length) {
    const first = raw[line];
    if (first === LF) return { headerEnd: line, bodyStart: line + 1, hasEmptyLine: true };
    if (first === 13 && raw[line + 1] === LF) return { headerEnd: line, bodyStart: line + 2, hasEmptyLine: true };
    if (first === 45 && raw[line + 1] === 45 && isDelimiter(line))
      return { headerEnd: line, bodyStart: line, hasEmptyLine: false };
    const lf = raw.indexOf(LF, line);
    if (lf === -1) break;
    line = lf + 1;
  }
  return { headerEnd: raw.length, bodyStart: raw.length, hasEmptyLine: false };
}

/** RFC 5322 §2.2, with the white space of §4.5 before the colon. */
const FIELD = /^[!-9;-~]+[ \t]*:/;
/** No line is longer (§2.1.1), so no name is. */
const MAX_LINE_CHARACTERS = 998;

/** What servers put before whatever they took (RFC 5321 §4.4). */
const TRACE_FIELD = /^(?:received|return-path)[ \t]*:/i;

/** Behind the trace fields that begin at `start`. */
export function endOfTrace(raw: Buffer, start: number, end: number): number {
  let line = start;
  let inTrace = false;
  while (line < end) {
    const isFolded = raw[line] === SPACE || raw[line] === TAB;
    inTrace = (inTrace && isFolded) || TRACE_FIELD.test(raw.toString('latin1', line, line + MAX_NAME_CHARACTERS));
    if (!inTrace) return line;
    const lf = raw.indexOf(LF, line);
    if (lf === -1) break;
    line = lf + 1;
  }
  return end;
}

/**
 * The first line from `start` to `end` that is neither a field nor the continuation of one, as where a body comes without
 * the empty line before it; `end` if there is none.
 */
export function firstLineOfNoField(raw: Buffer, start: number, end: number): number {
  let line = start;
  let inField = false;
  while (line < end) {
    const isFolded = raw[line] === SPACE || raw[line] === TAB;
    if (!(inField && isFolded)) {
      inField = FIELD.test(raw.toString('latin1', line, Math.min(end, line + MAX_LINE_CHARACTERS)));
      if (!inField) return line;
    }
    const lf = raw.indexOf(LF, line);
    if (lf === -1) break;
    line = lf + 1;
  }
  return end;
}
