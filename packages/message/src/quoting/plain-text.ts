import type { HtmlText } from '../html/read-html.js';
import { writeLines } from './text-lines.js';

/** Where a plain text comes from: the message itself, or its HTML as a reader sees it. */
export type PlainTextSource = 'text' | 'html';

export type PlainText = { readonly plainText: string; readonly plainTextSource: PlainTextSource };

/** The plain text of a message; made from its HTML, with marks of quoting, where the message has none. */
export function plainTextOf(plainText: string, html: HtmlText | null): PlainText {
  const made = html === null || /\S/.test(plainText) ? '' : writeLines(html.lines);
  return made === '' ? { plainText, plainTextSource: 'text' } : { plainText: made, plainTextSource: 'html' };
}
