// mailauth sets no limits itself: a folded field of 100,000 lines costs it half a minute, and every signature another
// hash of the whole body.
const MAX_HEADER_BYTES = 128 * 1024;
const MAX_HEADER_LINES = 5_000;
const MAX_FIELD_CHARACTERS = 8 * 1024;
const MAX_DKIM_SIGNATURES = 10;
/** Each hop adds three. */
const MAX_ARC_FIELDS = 60;

/** The fields that mailauth parses. */
const READ_FIELD =
  /^(?:(dkim-signature)|(arc-seal|arc-message-signature|arc-authentication-results)|from|return-path|content-type)[ \t]*:/i;

/**
 * Returns `none` if there is nothing to verify, and `excessive` if it is more than a verifier must bear (RFC 6376
 * §8.3).
 */
export function signatureFields(raw: Buffer): 'none' | 'verifiable' | 'excessive' {
  const text = raw.toString('latin1', 0, MAX_HEADER_BYTES);
  const end = /\r?\n\r?\n/.exec(text)?.index;
  if (end === undefined && raw.length > MAX_HEADER_BYTES) return 'excessive';
  const lines = text.slice(0, end).split('\n', MAX_HEADER_LINES + 1);
  if (lines.length > MAX_HEADER_LINES) return 'excessive';
  let signatures = 0;
  let arcFields = 0;
  let characters = 0;
  let isRead = false;
  let isExcessive = false;
  for (const line of lines) {
    const isContinuation = line.startsWith(' ') || line.startsWith('\t');
    if (!isContinuation) {
      const match = READ_FIELD.exec(line);
      isRead = match !== null;
      characters = 0;
      if (match?.[1] !== undefined) signatures++;
      if (match?.[2] !== undefined) arcFields++;
    }
    characters += line.length;
    isExcessive ||= isRead && characters > MAX_FIELD_CHARACTERS;
  }
  if (signatures + arcFields === 0) return 'none';
  return isExcessive || signatures > MAX_DKIM_SIGNATURES || arcFields > MAX_ARC_FIELDS ? 'excessive' : 'verifiable';
}
