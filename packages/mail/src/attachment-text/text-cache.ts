/** The limit on all texts, in UTF-16 code units. A text larger than a quarter of it is read again for every page. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * The texts that were read last, so that paging reads a file only once. An attachment never changes, so nothing goes
 * stale, and a replica without the text reads it itself.
 */
export class TextCache {
  readonly #texts = new Map<number, string>();
  #characters = 0;

  get(attachmentId: number): string | undefined {
    const text = this.#texts.get(attachmentId);
    if (text !== undefined) {
      this.#texts.delete(attachmentId);
      this.#texts.set(attachmentId, text);
    }
    return text;
  }

  add(attachmentId: number, text: string): void {
    if (text.length > MAX_CHARACTERS / 4 || this.#texts.has(attachmentId)) return;
    this.#texts.set(attachmentId, text);
    this.#characters += text.length;
    for (const [id, { length }] of this.#texts) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.#texts.delete(id);
      this.#characters -= length;
    }
  }
}
