import { oneLine } from './header-text.js';

const MAX_IDS = 200;
const MAX_ID_CHARACTERS = 998;

/**
 * Returns all ids of Message-ID, In-Reply-To or References fields, with angle brackets; if there are too many, the
 * newest are kept.
 */
export function parseMessageIds(value: string | undefined): string[] {
  if (value === undefined) return [];
  const ids = (value.match(/<[^<>]+>/g) ?? []).map(normalized).filter((id) => id.length > 2);
  const usable = ids.filter((id) => id.length <= MAX_ID_CHARACTERS);
  return usable.length <= MAX_IDS ? usable : usable.slice(-MAX_IDS);
}

/** Returns the first id; a lone word without brackets gets them. Returns "" if there is none. */
export function parseMessageId(value: string | undefined): string {
  const [id] = parseMessageIds(value);
  if (id !== undefined) return id;
  const word = oneLine(value ?? '').replace(/[<>]/g, '');
  return word === '' || /\s/.test(word) || word.length > MAX_ID_CHARACTERS - 2 ? '' : `<${word}>`;
}

/** Folding leaves blanks inside long ids. */
function normalized(id: string): string {
  return oneLine(id).replace(/\s+/g, '');
}
