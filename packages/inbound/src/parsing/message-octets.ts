import type { MessageFields } from './message-fields.js';
import type { MessageRow } from './parse-job.js';

/** Where a text lies among the octets of its message: its start and its length, in octets of UTF-8. */
export type TextPlace = readonly [start: number, length: number];

/** What a message adds to its conversation: a text, or how many UTF-16 units of the plain text; neither where it is all of it. */
type OwnText = { readonly extractedText: TextPlace | null; readonly extractedUnits: number | null };

const FIRST_ROOM = 64 * 1024;
/** What a very long message needed is not kept. */
const KEPT_ROOM = 1024 * 1024;
/** A text's UTF-8 is not longer than this for each of its UTF-16 units. */
const MOST_OCTETS = 3;

/** The rows of messages as octets, one behind the other: the texts of each, and its JSON behind them. */
export class MessageOctets {
  #room = Buffer.allocUnsafeSlow(FIRST_ROOM);
  #length = 0;

  /** Returns how long its parts are. If it throws, nothing was added. */
  add(fields: MessageFields): { readonly jsonOctets: number; readonly textOctets: number } {
    const begin = this.#length;
    try {
      const { plainText, html, extractedText, headers } = fields;
      const places = {
        plainText: this.#text(plainText, begin),
        html: this.#text(html, begin),
        ...this.#ownText(extractedText, plainText, begin),
        headers: headers && this.#text(JSON.stringify(headers), begin),
      };
      const textOctets = this.#length - begin;
      const jsonOctets = this.#write(JSON.stringify(filled(Object.assign({}, fields, places))));
      return { jsonOctets, textOctets };
    } catch (error) {
      this.#length = begin;
      throw error;
    }
  }

  /** Returns the octets that were added, in memory of their own, and begins anew. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = Buffer.allocUnsafeSlow(this.#length);
    this.#room.copy(taken, 0, 0, this.#length);
    this.#length = 0;
    if (this.#room.length > KEPT_ROOM) this.#room = Buffer.allocUnsafeSlow(FIRST_ROOM);
    return taken;
  }

  #text(text: string, begin: number): TextPlace {
    const start = this.#length - begin;
    return [start, this.#write(text)];
  }

  /** The own text of a message is mostly the beginning of all of it, of which its length tells enough. */
  #ownText(own: string | null, plainText: string, begin: number): OwnText {
    if (own === null) return { extractedText: null, extractedUnits: null };
    const isBeginning = own.isWellFormed() && plainText.startsWith(own);
    return isBeginning
      ? { extractedText: null, extractedUnits: own.length }
      : { extractedText: this.#text(own, begin), extractedUnits: null };
  }

  #write(text: string): number {
    if (this.#room.length - this.#length < text.length * MOST_OCTETS) this.#makeRoom(Buffer.byteLength(text));
    const written = this.#room.write(text, this.#length);
    this.#length += written;
    return written;
  }

  #makeRoom(octets: number): void {
    const needed = this.#length + octets;
    if (needed <= this.#room.length) return;
    const room = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#room.length));
    this.#room.copy(room, 0, 0, this.#length);
    this.#room = room;
  }
}

/**
 * Leaves out what is empty, as half of the fields of most messages are: the statement that reads a row puts it back (see
 * `readiness.repository.ts`), and takes half as long.
 */
function filled(row: object): object {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) if (!isEmpty(value)) found[name] = value;
  return found;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

/** The row that lies at some octets: its texts, and its JSON behind them. */
export function rowAt(
  octets: Uint8Array,
  start: number,
  { jsonOctets, textOctets }: { readonly jsonOctets: number; readonly textOctets: number },
): MessageRow {
  const json = start + textOctets;
  return { texts: octets.subarray(start, json), json: octets.subarray(json, json + jsonOctets) };
}

/** The row of one message. */
export function rowOf(fields: MessageFields): MessageRow {
  const octets = new MessageOctets();
  const lengths = octets.add(fields);
  return rowAt(octets.take(), 0, lengths);
}
