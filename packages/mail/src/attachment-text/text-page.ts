/** A piece of a text. Offsets count UTF-16 code units, and never lie between the two of one character. */
export type TextPage = {
  readonly text: string;
  /** Where the piece begins: as asked for, or one before, where that was inside a character. */
  readonly offset: number;
  readonly totalChars: number;
  /** Where the next piece begins; null behind the end. */
  readonly nextOffset: number | null;
};

/** At most `maxChars` units, but always one whole character where there is one. */
export function textPage(text: string, wanted: { readonly offset: number; readonly maxChars: number }): TextPage {
  const offset = wholeCharacters(text, Math.min(wanted.offset, text.length));
  const limit = Math.min(offset + wanted.maxChars, text.length);
  const end = wholeCharacters(text, limit);
  const to = end > offset ? end : Math.min(offset + 2, text.length);
  return { text: text.slice(offset, to), offset, totalChars: text.length, nextOffset: to < text.length ? to : null };
}

/** The index itself, or the one before where it would split a pair of surrogates. */
function wholeCharacters(text: string, index: number): number {
  const isInside = /[\udc00-\udfff]/.test(text[index] ?? '') && /[\ud800-\udbff]/.test(text[index - 1] ?? '');
  return isInside ? index - 1 : index;
}
