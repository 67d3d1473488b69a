/** What the markup says about a line's place in a conversation. */
export type LineMark = 'attribution' | 'history' | 'signature' | null;

/** One line of a text, as a reader sees it. */
export type TextLine = {
  /** The text without the marks of quoting. */
  readonly text: string;
  /** The original text with the marks of quoting; a line from HTML gets marks that say the same. */
  readonly raw: string;
  /** How many levels deep it is quoted. */
  readonly depth: number;
  readonly mark: LineMark;
};

/** The limit on marks of quoting: no more than a reader can take in. */
const MAX_MARKS = 10;

export function textLine(text: string, depth: number, mark: LineMark): TextLine {
  return { text, raw: depth === 0 ? text : `${'>'.repeat(Math.min(depth, MAX_MARKS))} ${text}`.trimEnd(), depth, mark };
}

const HISTORY_IDS = new Set(['divrplyfwdmsg', 'olk_src_body_section', 'mail-editor-reference-message-container']);
const HISTORY_CLASSES = new Set([
  'yahoo_quoted',
  'protonmail_quote',
  'tutanota_quote',
  'zmail_extra',
  'ms-outlook-quote',
]);
const ATTRIBUTION_CLASSES = new Set(['gmail_attr', 'moz-cite-prefix']);
const SIGNATURE_CLASSES = new Set([
  'gmail_signature',
  'moz-signature',
  'protonmail_signature_block',
  'ms-outlook-mobile-signature',
  'applemailsignature',
]);
const SIGNATURE_IDS = new Set([
  'signature',
  'ms-outlook-mobile-signature',
  'applemailsignature',
  'divtagdefaultsignature',
]);
const QUOTE_CLASSES = new Set(['gmail_quote', 'protonmail_quote', 'tutanota_quote', 'yahoo_quoted']);
/** The line that Outlook draws above the header block of the message being answered. */
const OUTLOOK_LINE = /border-top:\s?solid\s#?(?:e1e1e1|b5c4df|windowtext)\b/i;

/** What an element says about its text; Outlook prefixes the names in what it forwards with `x_`. */
export function markOf(name: string, attributes: ReadonlyMap<string, string>): LineMark {
  const id = (attributes.get('id') ?? '').toLowerCase().replace(/^x_/, '');
  const classes = classesOf(attributes);
  if (HISTORY_IDS.has(id) || classes.some((one) => HISTORY_CLASSES.has(one))) return 'history';
  if (name === 'div' && OUTLOOK_LINE.test(attributes.get('style') ?? '')) return 'history';
  if (SIGNATURE_IDS.has(id) || classes.some((one) => SIGNATURE_CLASSES.has(one))) return 'signature';
  return classes.some((one) => ATTRIBUTION_CLASSES.has(one)) ? 'attribution' : null;
}

/** A blockquote may be just an indent; those of mail programs are marked as quotes. */
export function isQuote(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (name !== 'blockquote') return false;
  if (attributes.get('type')?.toLowerCase() === 'cite' || attributes.has('cite')) return true;
  if (/border-left(?!:\s?(?:none|0))/i.test(attributes.get('style') ?? '')) return true;
  return classesOf(attributes).some((one) => QUOTE_CLASSES.has(one));
}

function classesOf(attributes: ReadonlyMap<string, string>): string[] {
  const classes = attributes.get('class');
  return classes === undefined ? [] : classes.toLowerCase().replaceAll('x_', '').split(/\s+/, 20);
}
