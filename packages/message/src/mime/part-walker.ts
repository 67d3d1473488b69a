import { endOfTrace, findHeaderEnd, firstLineOfNoField, HeaderBlock } from './header-block.js';
import { readPartHeader, type Part, type PartHeader } from './part.js';

const MAX_PARTS = 1_000;
const MAX_DEPTH = 50;
/** RFC 2046 allows 70; some senders use more. */
const MAX_BOUNDARY_CHARACTERS = 250;
/** One more than a message has that is signed as a whole. */
const MAX_ROOT_DELIMITERS = 4;

const LF = 10;
const CR = 13;
const LINE_OF_DASHES = Buffer.from('\n--');

/** What we find of a message's structure: its own header, its leaves in order, and the types of its multiparts. */
export type PartTree = {
  readonly header: HeaderBlock;
  /** Where the header's own lines end. */
  readonly headerEnd: number;
  readonly root: PartHeader;
  readonly leaves: readonly Part[];
  readonly multipartTypes: ReadonlySet<string>;
  /** The first boundary lines of the outermost multipart, as this walk took them: whoever cuts a part out goes by them too. */
  readonly rootDelimiters: readonly Delimiter[];
};

/**
 * Walks the MIME structure (RFC 2046) in one pass over the lines that start with "--", whatever the nesting: each line
 * is looked up among the open boundaries. Whatever exceeds the caps is left out, or is one opaque leaf.
 */
export function walkParts(raw: Buffer): PartTree {
  return new PartWalker(raw).walk();
}

type OpenMultipart = {
  readonly type: string;
  readonly boundary: string;
  readonly bodyStart: number;
  hasParts: boolean;
};

export type Delimiter = {
  readonly level: number;
  readonly closes: boolean;
  readonly lineStart: number;
  readonly next: number;
};

class PartWalker {
  readonly #leaves: Part[] = [];
  readonly #multipartTypes = new Set<string>();
  readonly #rootDelimiters: Delimiter[] = [];
  readonly #open: OpenMultipart[] = [];
  /** Maps each open boundary to its index in `#open`. */
  readonly #levels = new Map<string, number>();
  #leaf: { header: PartHeader; bodyStart: number } | null = null;
  /** The number of leaves and multiparts. */
  #entities = 0;

  constructor(private readonly raw: Buffer) {}

  walk(): PartTree {
    const { header, headerEnd, bodyStart } = this.#readHeader(0);
    const root = readPartHeader(header, null);
    this.#enter(root, bodyStart);
    // We start one byte early, as the body's first line may be a boundary. With an open multipart, bodyStart is above
    // 0.
    let from = bodyStart - 1;
    while (this.#open.length > 0) {
      const delimiter = this.#nextDelimiter(from);
      if (delimiter?.level === 0 && this.#rootDelimiters.length < MAX_ROOT_DELIMITERS)
        this.#rootDelimiters.push(delimiter);
      this.#leave(delimiter);
      if (delimiter === null || this.#entities >= MAX_PARTS) break;
      from = this.#follow(delimiter);
    }
    this.#endLeaf(this.raw.length);
    return {
      header,
      headerEnd,
      root,
      leaves: this.#leaves,
      multipartTypes: this.#multipartTypes,
      rootDelimiters: this.#rootDelimiters,
    };
  }

  /** Starts the part after a delimiter, if there is one. Returns the index from which to search on. */
  #follow(delimiter: Delimiter): number {
    if (delimiter.closes) return delimiter.next - 1;
    const multipart = this.#open[delimiter.level];
    if (multipart === undefined) return delimiter.next - 1;
    multipart.hasParts = true;
    const { header, bodyStart } = this.#readHeader(delimiter.next);
    this.#enter(readPartHeader(header, multipart.type), bodyStart);
    return bodyStart - 1;
  }

  #enter(header: PartHeader, bodyStart: number): void {
    this.#entities++;
    const boundary = header.parameters.get('boundary')?.trimEnd() ?? '';
    const isOpaque =
      !header.mimeType.startsWith('multipart/') ||
      boundary === '' ||
      boundary.length > MAX_BOUNDARY_CHARACTERS ||
      this.#open.length >= MAX_DEPTH ||
      this.#levels.has(boundary);
    if (isOpaque) {
      this.#leaf = { header: this.#asLeaf(header), bodyStart };
      return;
    }
    this.#multipartTypes.add(header.mimeType);
    this.#levels.set(boundary, this.#open.length);
    this.#open.push({ type: header.mimeType, boundary, bodyStart, hasParts: false });
  }

  /** A multipart without a usable boundary is shown as text, unless it lies too deep. */
  #asLeaf(header: PartHeader): PartHeader {
    const isTooDeep = this.#open.length >= MAX_DEPTH;
    return header.mimeType.startsWith('multipart/') && !isTooDeep ? { ...header, mimeType: 'text/plain' } : header;
  }

  /**
   * Ends the leaf before a delimiter, and the multiparts that the delimiter closes. Null means the end of the message.
   */
  #leave(delimiter: Delimiter | null): void {
    const end = delimiter === null ? this.raw.length : this.#withoutLineBreak(delimiter.lineStart);
    this.#endLeaf(end);
    const keep = delimiter === null ? 0 : delimiter.level + (delimiter.closes ? 0 : 1);
    while (this.#open.length > keep) {
      const multipart = this.#open.pop();
      if (multipart === undefined) break;
      this.#levels.delete(multipart.boundary);
      const isOwnEnd = delimiter !== null && this.#open.length === delimiter.level;
      if (!multipart.hasParts && !isOwnEnd) this.#addUnboundedText(multipart, end);
    }
  }

  /** If the announced boundary never comes, the body is text. */
  #addUnboundedText(multipart: OpenMultipart, end: number): void {
    this.#leaf = {
      header: {
        mimeType: 'text/plain',
        parameters: new Map(),
        encoding: '8bit',
        disposition: null,
        filename: null,
        locationName: null,
        contentId: null,
        parentType: null,
      },
      bodyStart: multipart.bodyStart,
    };
    this.#endLeaf(end);
  }

  #endLeaf(end: number): void {
    if (this.#leaf === null) return;
    const { header, bodyStart } = this.#leaf;
    this.#leaf = null;
    this.#leaves.push({ bodyStart, bodyEnd: Math.max(end, bodyStart), ...header });
  }

  #withoutLineBreak(lineStart: number): number {
    if (this.raw[lineStart - 1] !== LF) return lineStart;
    return this.raw[lineStart - 2] === CR ? lineStart - 2 : lineStart - 1;
  }

  /**
   * Reads the header of the entity that begins at `start`. Where there is no empty line behind it, or where it has nothing
   * that is known, the body begins with the first line that is no field, as for Postfix and for Python: what somebody
   * wrote is shown, also by a program that forgot the header. Known fields keep their meaning wherever they stand.
   */
  #readHeader(start: number): { header: HeaderBlock; headerEnd: number; bodyStart: number } {
    const extent = findHeaderEnd(this.raw, start, (line) => this.#delimiterAt(line) !== null);
    const header = new HeaderBlock(this.raw, start, extent.headerEnd);
    if (extent.hasEmptyLine && !header.isEmpty) return { header, ...extent };
    const noField = firstLineOfNoField(this.raw, start, extent.headerEnd);
    // A message that is one line, and has a colon, says that line.
    const isOnlyLines = noField === extent.headerEnd && !extent.hasEmptyLine && header.isEmpty && start === 0;
    const other = isOnlyLines ? endOfTrace(this.raw, start, extent.headerEnd) : noField;
    if (other === extent.headerEnd) return { header, ...extent };
    return { header, headerEnd: header.isEmpty ? other : extent.headerEnd, bodyStart: other };
  }

  #nextDelimiter(from: number): Delimiter | null {
    const { raw } = this;
    for (let at = raw.indexOf(LINE_OF_DASHES, from); at !== -1; at = raw.indexOf(LINE_OF_DASHES, at + 1)) {
      const delimiter = this.#delimiterAt(at + 1);
      if (delimiter !== null) return delimiter;
    }
    return null;
  }

  /** @param lineStart the start of a line that begins with "--" */
  #delimiterAt(lineStart: number): Delimiter | null {
    if (this.#levels.size === 0) return null;
    const start = lineStart + 2;
    const lf = this.raw.indexOf(LF, start);
    const end = lf === -1 ? this.raw.length : lf;
    if (end - start > MAX_BOUNDARY_CHARACTERS * 2) return null;
    const text = this.raw.toString('latin1', start, end).trimEnd();
    const next = lf === -1 ? end : lf + 1;
    const level = this.#levels.get(text);
    if (level !== undefined) return { level, closes: false, lineStart, next };
    const closed = text.endsWith('--') ? this.#levels.get(text.slice(0, -2).trimEnd()) : undefined;
    return closed === undefined ? null : { level: closed, closes: true, lineStart, next };
  }
}
