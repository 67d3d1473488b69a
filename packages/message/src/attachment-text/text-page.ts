/** A piece of a text. Offsets count UTF-16 code units, and never split a character. */
export type TextPage = {
  readonly text: string;
  /** Where the piece begins: as requested, or one unit before if that was inside a character. */
  readonly offset: number;
  readonly totalChars: number;
  /** Where the next piece begins; null after the end. */
  readonly nextOffset: number | null;
};

/** Returns at most `maxChars` units, but always one whole character if there is one. */
export function textPage(text: string, wanted: { readonly offset: number; readonly maxChars: number }): TextPage {
  const offset = wholeCharacters(text, Math.min(wanted.offset, text.length));
  const limit = Math.min(offset + wanted.maxChars, text.length);
  const end = wholeCharacters(text, limit);
  const to = end > offset ? end : Math.min(offset + 2, text.length);
  return { text: text.slice(offset, to), offset, totalChars: text.length, nextOffset: to < text.length ? to : null };
}

/** The index itself, or the one before if it would split a surrogate pair. */
function wholeCharacters(text: string, index: number): number {
  const isInside = /[\udc00-\udfff]/.test(text[index] ?? '') && /[\ud800-\udbff]/.test(text[index - 1] ?? '');
  return isInside ? index - 1 : index;
}
