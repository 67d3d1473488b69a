import type { EmailResource } from './email.js';

const bodies = ['plainText', 'html', 'extractedText'] as const;

/** Returns at most `maxChars` UTF-16 code units, and never half of a surrogate pair. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (maxChars === 0) return '';
  const last = text.charCodeAt(maxChars - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splits ? maxChars - 1 : maxChars);
}

type Bodies = Partial<Pick<EmailResource, (typeof bodies)[number]>>;

/** Returns a full view with each of its bodies cut to `maxChars`; `truncated` says whether anything was cut off. */
export function cutBodies<View extends Bodies>(view: View, maxChars: number): View & { truncated: boolean } {
  const shorter: Partial<Record<keyof Bodies, string>> = {};
  for (const field of bodies) {
    const text = view[field];
    if (text !== undefined && text.length > maxChars) shorter[field] = cut(text, maxChars);
  }
  const truncated = Object.keys(shorter).length > 0;
  const gone = maxChars === 0 && truncated && { bodyAvailable: false };
  return { ...view, ...shorter, ...gone, truncated };
}

/** Returns a full view without its bodies and what was found in them, for an answer that has no room for them. */
export function withoutBodies(view: EmailResource): EmailResource {
  const extractions = { codes: view.extractions?.codes ?? [], links: [] };
  return { ...view, plainText: '', html: '', extractedText: '', bodyAvailable: false, extractions };
}
