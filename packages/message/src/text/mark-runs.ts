/** No script puts more marks on a letter: it is the limit of Unicode's stream-safe text (UAX #15 §13). */
const LONG_RUN = /(\p{M}{30})\p{M}+/gu;

/**
 * The text with thirty marks in a row at most. Whoever normalizes a text puts the marks of each letter in order, which takes
 * quadratic time: a hundred thousand of them on one letter take many seconds.
 */
export function withFewMarks(text: string): string {
  return text.replace(LONG_RUN, '$1');
}
