const MAX_PIECES = 500;
/** The lengths of what is kept: what may be a code, and no sentence. */
const LENGTH = { min: 4, max: 24 };

/** Collects short pieces of a text that stand out, without their blanks; those of one line also joined. */
export class Prominence {
  readonly pieces: string[] = [];
  #line = '';

  add(text: string): void {
    if (text.length > 4 * LENGTH.max || this.#line.length > LENGTH.max) return;
    const piece = text.replace(/[^\p{L}\p{N}]+/gu, '');
    if (piece === '') return;
    if (this.#line !== '') this.#keep(piece);
    this.#line += piece;
  }

  endLine(): void {
    this.#keep(this.#line);
    this.#line = '';
  }

  #keep(piece: string): void {
    if (piece.length < LENGTH.min || piece.length > LENGTH.max || this.pieces.length >= MAX_PIECES) return;
    this.pieces.push(piece);
  }
}
