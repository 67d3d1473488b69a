const bodies = ['plainText', 'html', 'extractedText'] as const;

/** Returns at most `maxChars` UTF-16 code units, and never half of a surrogate pair. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (maxChars === 0) return '';
  const last = text.charCodeAt(maxChars - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splits ? maxChars - 1 : maxChars);
}

/** Returns a full view with each of its bodies cut to `maxChars`; `truncated` says whether anything was cut off. */
export function cutBodies<View extends object>(view: View, maxChars: number): View & { truncated: boolean } {
  const shorter: Partial<Record<(typeof bodies)[number], string>> = {};
  for (const field of bodies) {
    const text: unknown = Reflect.get(view, field);
    if (typeof text === 'string' && text.length > maxChars) shorter[field] = cut(text, maxChars);
  }
  const truncated = Object.keys(shorter).length > 0;
  const gone = maxChars === 0 && truncated && { bodyAvailable: false };
  return { ...view, ...shorter, ...gone, truncated };
}

/** Returns a full view without its bodies and what was found in them, for an answer that has no room for them. */
export function withoutBodies<View extends { readonly extractions?: object }>(view: View) {
  const extractions = { ...view.extractions, links: [] };
  return { ...view, plainText: '', html: '', extractedText: '', bodyAvailable: false, extractions };
}
