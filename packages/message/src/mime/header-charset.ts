import { decodeCharset } from './charset.js';
import type { HeaderValue } from './header-block.js';
import type { PartTree } from './part-walker.js';

/** Reads text that was taken for windows-1252 as what it is. */
export type Reread = (text: string) => string;

/** Whoever declares one of these wrote something else into the header, which holds no shifts and no double bytes. */
const NOT_IN_HEADERS = /^(?:utf|ucs|unicode|us-ascii|ascii|iso-2022)/i;

/** Each octet by the character that windows-1252 has for it. */
const OCTETS = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, octet) => octet))].map(
    (character, octet) => [character, octet],
  ),
);

/**
 * How names and subjects are read whose sender put bare bytes into the header: in the charset of the text below it, as mail
 * programs do. Addresses are never read in this way: in some charsets the second half of a character is an at sign or a
 * backslash, and whoever checks the sender would see another one than we do.
 */
export function rereadLike({ root, leaves }: PartTree): Reread {
  const declared = [root, ...leaves].find(
    ({ mimeType, parameters }) => /^text\//.test(mimeType) && parameters.has('charset'),
  );
  const charset = declared?.parameters.get('charset');
  if (charset === undefined || NOT_IN_HEADERS.test(charset)) return (text) => text;
  return (text) => decodeCharset(Buffer.from([...text].map((character) => OCTETS.get(character) ?? 0x3f)), charset);
}

export function shownText({ text, isLegacy }: HeaderValue, reread: Reread): string {
  return isLegacy ? reread(text) : text;
}
