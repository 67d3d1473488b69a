/** It limits what the pieces take: a string of one letter takes some thirty bytes, and a reference eight. */
const MAX_PIECES = 8 * 1024;

/** A text that is put together from many small pieces, without keeping each of them. */
export class PiecewiseText {
  readonly #joined: string[] = [];
  #pieces: string[] = [];

  add(piece: string): void {
    if (piece === '') return;
    if (this.#pieces.push(piece) >= MAX_PIECES) this.#join();
  }

  toString(): string {
    this.#join();
    return this.#joined.join('');
  }

  #join(): void {
    this.#joined.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}
