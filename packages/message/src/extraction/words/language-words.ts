/**
 * What a language says around numbers. Words stand in any case, with their accents; `*` behind a word means that it may
 * go on, `*` in front that it may be the end of another.
 */
export type LanguageWords = {
  /** Words for a code, a PIN or a password of any kind. */
  readonly code: string;
  /** What a one-time code is for: words for signing in, confirming, security, "one-time". */
  readonly purpose: string;
  /** Words that by themselves name a one-time code. */
  readonly named?: string;
  /** Words for a number of any kind: beside a purpose they name a code, and otherwise something else. */
  readonly number?: string;
  /** What is said about a one-time code: how long it is valid, that nobody else should see it, that it is to be typed. */
  readonly around: string;
  /** What other numbers are called: orders, invoices, telephones, prices, post codes, persons. */
  readonly other: string;
  /** What is said where a code lowers a price. */
  readonly offer: string;
};
