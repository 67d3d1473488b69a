/** The limit on octets of a local part, including quotes (RFC 5321 §4.5.3.1.1). */
const MAX_LOCAL_PART_OCTETS = 64;

// Atext of RFC 5322 §3.2.3, and with RFC 6531 §3.3 everything beyond ASCII that UNFIT does not exclude.
const DOT_STRING = /[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+)*/y;
// The same with dots anywhere. Nobody may write it so without quotes, but old phones and some large senders do.
const LOOSE_DOT_STRING = /[\w!#$%&'*+/=?^`{|}~\u0080-\uffff.-]+/y;
// qtextSMTP and quoted-pairSMTP of RFC 5321 §4.1.2. An empty quoted string would be a mailbox without a name, and is
// refused.
const QUOTED_STRING = /"(?:[^"\\\u0000-\u001f\u007f]|\\[\u0020-\u007e])+"/y;
// Beyond ASCII this matches separators, controls, unpaired surrogates, unassigned and invisible characters, and what a
// failed decoding leaves behind. The joiners are allowed, since some scripts can't be written without them.
const UNFIT = /(?![ \u200c\u200d])[\p{Z}\p{C}\ufffd]/u;
const BEYOND_ASCII = /[^\u0000-\u007f]/;

export type LocalPart = {
  readonly content: string;
  readonly nonAscii: boolean;
  /** The index after it in the text. */
  readonly end: number;
};

/** Whether dots without quotes may stand beside each other, and first or last. */
export type Dots = 'strict' | 'loose';

/**
 * Reads the Local-part that starts at `start`, a Dot-string or Quoted-string within 64 octets; null if there is none.
 */
export function localPartAt(text: string, start: number, dots: Dots = 'strict'): LocalPart | null {
  const quoted = text[start] === '"';
  const unquoted = dots === 'strict' ? DOT_STRING : LOOSE_DOT_STRING;
  const pattern = quoted ? QUOTED_STRING : unquoted;
  pattern.lastIndex = start;
  const token = pattern.exec(text)?.[0];
  if (token === undefined || token.length > MAX_LOCAL_PART_OCTETS) return null;
  const nonAscii = BEYOND_ASCII.test(token);
  if (nonAscii && (UNFIT.test(token) || Buffer.byteLength(token) > MAX_LOCAL_PART_OCTETS)) return null;
  const content = quoted ? token.slice(1, -1).replace(/\\(.)/g, '$1') : token;
  return { content, nonAscii, end: start + token.length };
}

/** Whether a local part needs no quotes. */
export function isDotString(content: string): boolean {
  DOT_STRING.lastIndex = 0;
  return DOT_STRING.exec(content)?.[0].length === content.length && content !== '';
}
