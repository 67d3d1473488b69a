import { ContentBuffer } from './content.buffer.js';
import type { InFlightBudget } from './in-flight.budget.js';

const LF = 10;
const CR = 13;
const DOT = 46;

/** What the last octets were: the start of a line; part of one; a CR; a dot that starts a line; that dot and a CR. */
type Position = 'line_start' | 'mid_line' | 'cr' | 'dot' | 'dot_cr';

export type DataRefusal = 'bare_line_ending' | 'nul' | 'too_large' | 'no_memory';

const END_OF_DATA = '\r\n.\r\n';

/**
 * Reads the content of one message after DATA: finds its end, removes dot-stuffing, enforces the limits.
 *
 * Only CRLF.CRLF ends a message (RFC 5321 §4.1.1.4), or .CRLF right at its start. A bare CR, bare LF or NUL anywhere
 * refuses the message, and everything up to that same end is dropped: no other sequence can make a part of it look like
 * commands (SMTP smuggling, CVE-2023-51764 and similar). It costs a constant number of scans per line, however the
 * stream is split.
 */
export class DataReader {
  #position: Position = 'line_start';
  #refusal: DataRefusal | null = null;
  #receivedBytes = 0;
  #reservedBytes = 0;
  readonly #content = new ContentBuffer();

  constructor(
    readonly maxBytes: number,
    readonly budget: InFlightBudget,
  ) {}

  /** The number of octets pushed, kept or not. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /**
   * Takes the next piece; returns the index after the end of data, or -1 if that has not come. Must not be called after
   * it has.
   */
  push(chunk: Buffer): number {
    const end = this.#refusal === null ? this.#collect(chunk) : this.#discard(chunk, 0);
    this.#receivedBytes += end === -1 ? chunk.length : end;
    if (this.#refusal === null) {
      const scanned = end === -1 ? chunk : chunk.subarray(0, end);
      if (scanned.includes(0)) this.#refuse('nul');
    }
    return end;
  }

  /** Returns the message, or why there is none. Its octets count against the budget until `release`. */
  finish(): ContentBuffer | DataRefusal {
    return this.#refusal ?? this.#content;
  }

  /** Gives the memory back; may be called again. */
  release(): void {
    this.budget.release(this.#reservedBytes);
    this.#reservedBytes = 0;
    this.#content.clear();
  }

  /** Works line by line; octets from `kept` on are not stored yet. */
  #collect(chunk: Buffer): number {
    const length = chunk.length;
    if (length === 0) return -1;
    const opening = this.#collectOpening(chunk);
    if (opening.end !== null) return opening.end;
    let { index, kept } = opening;
    for (;;) {
      if (this.#position === 'line_start' && chunk[index] === DOT) {
        this.#store(chunk, kept, index);
        index += 1;
        kept = index;
        if (index === length) return this.#stop('dot');
        if (chunk[index] === CR) {
          if (index + 1 === length) return this.#stop('dot_cr');
          if (chunk[index + 1] === LF) return index + 2;
          return this.#refuseBare(chunk, index + 1, 'cr');
        }
      }
      const lf = chunk.indexOf(LF, index);
      const cr = chunk.indexOf(CR, index);
      if (lf === -1 && (cr === -1 || cr === length - 1)) {
        this.#store(chunk, kept, length);
        return this.#stop(cr === -1 ? 'mid_line' : 'cr');
      }
      if (cr === -1 || cr !== lf - 1) {
        const bareLf = lf !== -1 && (cr === -1 || lf < cr);
        return bareLf ? this.#refuseBare(chunk, lf + 1, 'mid_line') : this.#refuseBare(chunk, cr + 1, 'cr');
      }
      index = lf + 1;
      this.#position = 'line_start';
      if (index === length) {
        this.#store(chunk, kept, length);
        return -1;
      }
    }
  }

  /**
   * Settles what the previous piece left open, by the first octets of this one; `end` is set if they decide all of it.
   */
  #collectOpening(chunk: Buffer): { index: number; kept: number; end: number | null } {
    let index = 0;
    if (this.#position === 'cr') {
      if (chunk[0] !== LF) return { index, kept: 0, end: this.#refuseBare(chunk, 0, 'cr') };
      this.#position = 'line_start';
      if (chunk.length > 1) return { index: 1, kept: 0, end: null };
      this.#store(chunk, 0, 1);
      return { index: 1, kept: 1, end: -1 };
    }
    if (this.#position === 'dot') {
      this.#position = chunk[0] === CR ? 'dot_cr' : 'mid_line';
      if (chunk[0] === CR) index = 1;
    }
    if (this.#position === 'dot_cr') {
      if (index === chunk.length) return { index, kept: index, end: -1 };
      const end = chunk[index] === LF ? index + 1 : this.#refuseBare(chunk, index, 'cr');
      return { index, kept: index, end };
    }
    return { index, kept: index, end: null };
  }

  #stop(position: Position): number {
    this.#position = position;
    return -1;
  }

  #refuseBare(chunk: Buffer, index: number, position: Position): number {
    this.#refuse('bare_line_ending');
    this.#position = position;
    return this.#discard(chunk, index);
  }

  /** Looks for the end from `index` on; `#position` says what precedes it. */
  #discard(chunk: Buffer, index: number): number {
    // An end that began in an earlier piece shows within four octets.
    const nearby = Math.min(chunk.length, index + 4);
    for (let i = index; i < nearby; i += 1) {
      const next = step(this.#position, chunk[i]);
      if (next === 'end') return i + 1;
      this.#position = next;
    }
    if (nearby === chunk.length) return -1;
    const found = chunk.indexOf(END_OF_DATA, index, 'latin1');
    if (found !== -1) return found + END_OF_DATA.length;
    // The last four octets of this piece say where it ends.
    this.#position = 'mid_line';
    for (let i = Math.max(index, chunk.length - 4); i < chunk.length; i += 1) {
      const next = step(this.#position, chunk[i]);
      if (next !== 'end') this.#position = next;
    }
    return -1;
  }

  #store(chunk: Buffer, start: number, end: number): void {
    if (start === end || this.#refusal !== null) return;
    const bytes = end - start;
    if (this.#content.size + bytes > this.maxBytes) return this.#refuse('too_large');
    if (!this.budget.reserve(bytes)) return this.#refuse('no_memory');
    this.#reservedBytes += bytes;
    this.#content.append(chunk.subarray(start, end));
  }

  #refuse(refusal: DataRefusal): void {
    this.#refusal = refusal;
    this.release();
  }
}

function step(position: Position, octet: number | undefined): Position | 'end' {
  if (octet === CR) return position === 'dot' ? 'dot_cr' : 'cr';
  if (octet === LF) return position === 'dot_cr' ? 'end' : position === 'cr' ? 'line_start' : 'mid_line';
  return octet === DOT && position === 'line_start' ? 'dot' : 'mid_line';
}
