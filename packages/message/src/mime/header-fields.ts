import { endOfField, headerValue } from './header-block.js';
import { shownText, type Reread } from './header-charset.js';
import { decodeHeaderText, storable } from './header-text.js';

/** One field of a message's header, as text. */
export type HeaderField = { readonly name: string; readonly value: string };

const MAX_FIELDS = 200;
/** The size of all names and values together; what lies beyond is in the raw message alone. */
const MAX_CHARACTERS = 32 * 1024;
const MAX_VALUE_CHARACTERS = 4 * 1024;
/** RFC 5322 §2.2: printable, without the colon. */
const FIELD = /^([!-9;-~]{1,100})[ \t]*:/;

/**
 * The header of a message in its order, unfolded, its encoded words decoded (RFC 2047). A value that is too long ends
 * early, and fields beyond the bounds are left out.
 */
export function readHeaderFields(raw: Buffer, headerEnd: number, reread: Reread): HeaderField[] {
  // A value has at most four bytes for each of its characters, and is mostly ASCII.
  const text = raw.toString('latin1', 0, Math.min(headerEnd, 4 * MAX_CHARACTERS));
  const fields: HeaderField[] = [];
  let left = MAX_CHARACTERS;
  for (let line = 0; line < text.length && fields.length < MAX_FIELDS;) {
    const next = endOfField(text, line);
    const field = fieldOf(text.slice(line, Math.min(next, line + 2 * MAX_VALUE_CHARACTERS)), reread);
    line = next;
    if (field === null) continue;
    left -= field.name.length + field.value.length;
    if (left < 0) break;
    fields.push(field);
  }
  return fields;
}

function fieldOf(text: string, reread: Reread): HeaderField | null {
  const [head, name] = FIELD.exec(text) ?? [];
  if (head === undefined || name === undefined) return null;
  const value = decodeHeaderText(shownText(headerValue(text.slice(head.length)), reread));
  return { name, value: storable(value.slice(0, MAX_VALUE_CHARACTERS)) };
}
