/** Where a text lies among the octets of many: its start and its length, in octets of UTF-8. */
export type TextPlace = readonly [start: number, length: number];

/** Many texts as one run of octets. */
export class TextOctets {
  readonly #pieces: Buffer[] = [];
  #length = 0;

  add(text: string): TextPlace {
    const piece = Buffer.from(text);
    this.#pieces.push(piece);
    const place = [this.#length, piece.length] as const;
    this.#length += piece.length;
    return place;
  }

  /** The place of a text with which another begins that was added already. */
  beginning([start]: TextPlace, text: string): TextPlace {
    return [start, Buffer.byteLength(text)];
  }

  octets(): Buffer {
    return Buffer.concat(this.#pieces, this.#length);
  }
}
