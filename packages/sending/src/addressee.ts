import { parseAddress } from '@mailroom/message';
import { type EmailAddressee } from '@mailroom/mail';

const MAX_NAME_CHARACTERS = 200;
/** Angle brackets around what stands at the end, and nothing else like them. */
const NAMED = /^([^<>]*)<([^<>]+)>$/;
/** The content of a quoted-string of RFC 5322 §3.2.4. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;
/** What a reader may take for something else than a part of a name, unless it is quoted (RFC 5322 §3.2.3). */
const SPECIAL = /["(),:;[\]\\]/;
/** Controls, separators of lines, and halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

/**
 * Reads `a@b`, `<a@b>`, `Name <a@b>` or `"Name" <a@b>`, and nothing that could be read in two ways; null for all else.
 * A name that holds an at sign would look like another address, and one that is encoded would hide what it says.
 */
export function parseAddressee(text: string): EmailAddressee | null {
  const bare = parseBareAddress(text);
  if (bare !== null) return { email: bare, name: '' };
  if (UNPRINTABLE.test(text)) return null;
  const [, phrase, inner] = NAMED.exec(text) ?? [];
  const email = inner === undefined ? null : parseBareAddress(inner);
  const name = phrase === undefined ? null : nameOf(phrase.trim());
  return email === null || name === null ? null : { email, name };
}

/**
 * An address alone, in its normal form; null for what is none. Angle brackets, which a quoted local part may hold, are refused: a client that reads
 * them as the end of the address would send elsewhere.
 */
export function parseBareAddress(text: string): string | null {
  return /[<>]/.test(text) ? null : (parseAddress(text)?.address ?? null);
}

function nameOf(phrase: string): string | null {
  const quoted = QUOTED.exec(phrase)?.[1];
  if (quoted === undefined && SPECIAL.test(phrase)) return null;
  const name = (quoted?.replace(/\\(.)/g, '$1') ?? phrase).trim();
  const isMisleading = name.includes('@') || name.includes('=?');
  return isMisleading || name.length > MAX_NAME_CHARACTERS ? null : name;
}
