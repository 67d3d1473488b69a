import libmime from 'libmime';
import { editedInPieces } from '../text/edited-in-pieces.js';

/** Controls, including line breaks, and the separators that some readers treat as line breaks. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Decodes the encoded words of RFC 2047; the result is one line that can be stored. */
export function decodeHeaderText(value: string): string {
  return oneLine(value.includes('=?') ? libmime.decodeWords(value) : value);
}

/** Replaces runs of controls with one blank: a decoded word can hold a line break, but header text must not. */
export function oneLine(text: string): string {
  return storable(text).replace(UNPRINTABLE, ' ').trim();
}

/** The beginning of a text; where the limit falls into a character of two units, it goes without that. */
export function shortened(text: string, maxCharacters: number): string {
  return storable(text.slice(0, maxCharacters));
}

/** Removes NUL and lone surrogates, which no Postgres text can hold. */
export function storable(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  return editedInPieces(text, (piece) => piece.split(UNSTORABLE).join(''));
}
