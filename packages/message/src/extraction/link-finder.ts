import { domainOf, organisationOf } from '../address/organisation.js';
import type { Anchor, HtmlText } from '../html/read-html.js';
import type { HeaderField } from '../mime/header-fields.js';
import type { ExtractedLink, ExtractionInput, LinkKind, LinkSource } from './extractions.js';
import { isGeneric, kindOfText, kindOfUrl } from './link-kind.js';

const MAX_SCANNED = 256 * 1024;
const MAX_LINKS = 200;
const MAX_URL = 4 * 1024;
const MAX_TEXT = 200;
const MAX_LABEL = 120;
const UNSUBSCRIBE = 'list-unsubscribe';

/**
 * Returns the links of the HTML with what a reader sees of them, then those of the text that the HTML lacks, then those
 * by which a program may unsubscribe (RFC 2369), if no other link does.
 */
export function findLinks({ plainText, html, fromEmail, headers = [] }: ExtractionInput): ExtractedLink[] {
  const senderDomain = organisationOf(domainOf(fromEmail));
  const listed = new Set(unsubscribeUrls(headers));
  const links = new Map<string, ExtractedLink>();
  const add = ({ url, text, label, source }: Found) => {
    const parsed = webUrl(url);
    if (!parsed || links.has(parsed.href) || links.size >= MAX_LINKS) return;
    const hostMatchesSender = organisationOf(parsed.hostname) === senderDomain;
    const purpose: Purpose = listed.has(parsed.href)
      ? { kind: 'unsubscribe', signals: ['List-Unsubscribe names it'] }
      : purposeOf(parsed, text, label);
    links.set(parsed.href, { url: parsed.href, text: text || parsed.href, ...purpose, hostMatchesSender, source });
  };
  for (const link of html ? anchorsOf(html) : []) add(link);
  for (const link of bareUrlsOf(plainText.slice(0, MAX_SCANNED))) {
    if (links.size >= MAX_LINKS) break;
    add(link);
  }
  const isOffered = [...links.values()].some(({ kind }) => kind === 'unsubscribe');
  if (!isOffered) for (const url of listed) add({ url, text: '', label: '', source: 'header' });
  return [...links.values()];
}

type Found = {
  readonly url: string;
  readonly text: string;
  /** The text around a URL without its own text. */
  readonly label: string;
  readonly source: LinkSource;
};

function anchorsOf({ anchors, lines }: HtmlText): Found[] {
  return anchors.slice(0, 5 * MAX_LINKS).map((anchor) => {
    const text = anchor.text.replace(/\s+/g, ' ').slice(0, MAX_TEXT).trim().toWellFormed();
    const isOpen = text === '' || /^https?:/i.test(text) || isGeneric(text);
    const label = isOpen ? labelOf(anchor, text, lines) : '';
    return { url: anchor.href.slice(0, MAX_URL).trim(), text, label, source: 'html' };
  });
}

/** The line in which a link stands, or the one above it where it stands alone. */
function labelOf({ line }: Anchor, text: string, lines: HtmlText['lines']): string {
  const near = lines.slice(Math.max(0, line - 2), line + 3).map((one) => one.text.slice(0, 400));
  const at = near.findIndex((one) => one.includes(text) && text !== '');
  const own = near[at] ?? '';
  const at2 = own.indexOf(text);
  const around = `${own.slice(Math.max(0, at2 - MAX_LABEL), at2)} ${own.slice(at2 + text.length, at2 + text.length + 60)}`;
  if (/\p{L}{2}/u.test(around)) return around;
  return (
    near
      .slice(0, Math.max(0, at))
      .findLast((one) => /\p{L}/u.test(one))
      ?.slice(-MAX_LABEL) ?? ''
  );
}

function* bareUrlsOf(text: string): Generator<Found> {
  let behind = 0;
  for (const { 0: url, index } of text.matchAll(/https?:\/\/[^\s<>"'`{}|\\^]{1,4096}/gi)) {
    const label = labelBefore(text.slice(Math.max(behind, index - MAX_LABEL), index));
    behind = index + url.length;
    // Punctuation of the sentence after a URL is not part of it.
    yield { url: url.replace(/[.,;:!?)\]}»”’]{1,8}$/u, ''), text: '', label, source: 'text' };
  }
}

/** Returns the last clause before a URL, on its line or above it. */
function labelBefore(text: string): string {
  return (
    text
      .trimEnd()
      .replace(/[<([:：]+$/, '')
      .split(/\n\s*\n|[.!?。！？]\s/u)
      .at(-1)
      ?.trim() ?? ''
  );
}

function webUrl(text: string): URL | null {
  if (text.length > MAX_URL || !/^https?:\/\//i.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

type Purpose = { readonly kind: LinkKind; readonly signals: readonly string[] };

function purposeOf(url: URL, text: string, label: string): Purpose {
  const isOpen = text === '' || /^https?:/i.test(text) || isGeneric(text);
  const byText = isOpen ? 'other' : kindOfText(text);
  if (byText !== 'other') return { kind: byText, signals: ['its text says so'] };
  const byLabel = isOpen ? kindOfText(label) : 'other';
  const byUrl = kindOfUrl(url);
  // A sentence may speak of several things, an address of one.
  if (byUrl !== 'other') return { kind: byUrl, signals: ['its address says so'] };
  return byLabel === 'other'
    ? { kind: 'other', signals: [] }
    : { kind: byLabel, signals: ['the words around it say so'] };
}

/** The web addresses of the first List-Unsubscribe field. */
function unsubscribeUrls(headers: readonly HeaderField[]): string[] {
  const field = headers.find(({ name }) => name.length === UNSUBSCRIBE.length && name.toLowerCase() === UNSUBSCRIBE);
  const value = field?.value.slice(0, MAX_URL) ?? '';
  if (value === '') return [];
  return [...value.matchAll(/<(https?:[^<>\s]{1,2000})>/gi)]
    .slice(0, 5)
    .flatMap(([, url = '']) => webUrl(url)?.href ?? []);
}
