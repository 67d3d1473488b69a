const bodies = ['plainText', 'html', 'extractedText'] as const;

/** At most `maxChars` UTF-16 code units, and never half of a surrogate pair. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (maxChars === 0) return '';
  const last = text.charCodeAt(maxChars - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splits ? maxChars - 1 : maxChars);
}

/** A full view with each of its bodies cut to `maxChars`; `truncated` says whether that took something away. */
export function cutBodies<View extends object>(view: View, maxChars: number): View & { truncated: boolean } {
  const shorter: Partial<Record<(typeof bodies)[number], string>> = {};
  for (const field of bodies) {
    const text: unknown = Reflect.get(view, field);
    if (typeof text === 'string' && text.length > maxChars) shorter[field] = cut(text, maxChars);
  }
  return { ...view, ...shorter, truncated: Object.keys(shorter).length > 0 };
}
