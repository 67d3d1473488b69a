/** The most UTF-16 code units that are kept of a text or HTML that a message brings: what is behind them is in the raw message. */
export const MAX_BODY_CHARACTERS = 4 * 1024 * 1024;

/** Returns at most `maxCharacters` UTF-16 code units of a text, and never half of a surrogate pair. */
export function cutText(text: string, maxCharacters = MAX_BODY_CHARACTERS): string {
  if (text.length <= maxCharacters) return text;
  if (maxCharacters === 0) return '';
  const last = text.charCodeAt(maxCharacters - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splits ? maxCharacters - 1 : maxCharacters);
}

/** Whether a text looks as one does that was cut to what is kept. */
export function isCutText(text: string): boolean {
  return text.length === MAX_BODY_CHARACTERS || text.length === MAX_BODY_CHARACTERS - 1;
}
