import { isUtf8 } from 'node:buffer';

/** The octets of a command line with its CRLF: the 512 of RFC 5321 §4.5.3.1.4, and room for every extension offered. */
const MAX_LINE_OCTETS = 2048;

const LF = 10;
const CR = 13;
const EMPTY = Buffer.alloc(0);
const PRINTABLE_ASCII = /^[ -~]*$/;
const CONTROL = /[\u0000-\u001f\u007f]/;

export type LineRefusal = 'too_long' | 'bare_line_ending' | 'control_character' | 'not_utf8';

/** One command line without its CRLF, or the reason why there is none to execute. */
export type CommandLine = { readonly text: string } | { readonly refusal: LineRefusal };

/**
 * Cuts command lines out of a byte stream, however it is split. Only CRLF ends a line. A line with a bare LF or without
 * end is refused as soon as that is seen, once, and everything up to the next CRLF is dropped unread: nothing after a
 * bare LF is ever treated as a separate command.
 */
export class CommandLineReader {
  #buffer: Buffer = EMPTY;
  #start = 0;
  /** The number of octets after `#start` that hold no LF. */
  #searched = 0;
  #dropping = false;

  /** Adds bytes after those not yet read. */
  feed(chunk: Buffer): void {
    this.#buffer = this.hasInput ? Buffer.concat([this.#buffer.subarray(this.#start), chunk]) : chunk;
    this.#start = 0;
  }

  /** Whether bytes are waiting, whether or not they are a whole line. */
  get hasInput(): boolean {
    return this.#start < this.#buffer.length;
  }

  /** Returns and gives up everything unread: the bytes that follow DATA. */
  takeRest(): Buffer {
    const rest = this.#buffer.subarray(this.#start);
    this.#consume(this.#buffer.length);
    return rest;
  }

  /** Returns the next line, or null if more bytes are needed. */
  next(): CommandLine | null {
    if (this.#dropping && !this.#drop()) return null;
    const lf = this.#buffer.indexOf(LF, this.#start + this.#searched);
    const length = (lf === -1 ? this.#buffer.length : lf + 1) - this.#start;
    if (length > MAX_LINE_OCTETS) return this.#refuse('too_long');
    if (lf === -1) {
      this.#searched = length;
      return null;
    }
    if (lf === this.#start || this.#buffer[lf - 1] !== CR) {
      this.#consume(lf + 1);
      return this.#refuse('bare_line_ending');
    }
    const line = decode(this.#buffer, this.#start, lf - 1);
    this.#consume(lf + 1);
    return line;
  }

  #refuse(refusal: LineRefusal): CommandLine {
    this.#dropping = true;
    return { refusal };
  }

  /** Drops everything up to and including the next CRLF; returns false if that has not arrived. */
  #drop(): boolean {
    const crlf = this.#buffer.indexOf('\r\n', this.#start, 'latin1');
    const last = this.#buffer.length - 1;
    if (crlf === -1) {
      const splitCrlf = this.hasInput && this.#buffer[last] === CR;
      this.#consume(splitCrlf ? last : last + 1);
      return false;
    }
    this.#dropping = false;
    this.#consume(crlf + 2);
    return true;
  }

  #consume(end: number): void {
    this.#searched = 0;
    this.#start = end;
    if (end < this.#buffer.length) return;
    this.#buffer = EMPTY;
    this.#start = 0;
  }
}

function decode(buffer: Buffer, start: number, end: number): CommandLine {
  const ascii = buffer.toString('latin1', start, end);
  if (PRINTABLE_ASCII.test(ascii)) return { text: ascii };
  if (CONTROL.test(ascii)) return { refusal: 'control_character' };
  if (!isUtf8(buffer.subarray(start, end))) return { refusal: 'not_utf8' };
  return { text: buffer.toString('utf8', start, end) };
}
