import { cutText } from '@mailroom/message';
import type { EmailResource } from './email.js';

const bodies = ['plainText', 'html', 'extractedText'] as const;

type Bodies = Partial<Pick<EmailResource, (typeof bodies)[number] | 'truncated'>>;

/** Returns a full view with each of its bodies cut to `maxChars`; `truncated` says whether anything was cut off. */
export function cutBodies<View extends Bodies>(view: View, maxChars: number): View & { truncated: boolean } {
  const shorter: Partial<Record<(typeof bodies)[number], string>> = {};
  for (const field of bodies) {
    const text = view[field];
    if (text !== undefined && text.length > maxChars) shorter[field] = cutText(text, maxChars);
  }
  const truncated = view.truncated === true || Object.keys(shorter).length > 0;
  const gone = maxChars === 0 && truncated && { bodyAvailable: false };
  return { ...view, ...shorter, ...gone, truncated };
}

/** Returns a full view without its bodies and what was found in them, for an answer that has no room for them. */
export function withoutBodies(view: EmailResource): EmailResource {
  const extractions = { codes: view.extractions?.codes ?? [], links: [] };
  return { ...view, plainText: '', html: '', extractedText: '', bodyAvailable: false, extractions };
}
