/** What a scan reports, in the order of the source. */
export type HtmlSink = {
  /** True once the sink wants no more. */
  readonly isDone: boolean;
  /** A tag, a comment or a declaration begins. */
  tag(): void;
  /** Text between tags, with its character references as they stand; a long one comes in pieces. */
  text(text: string): void;
  /** @param name in lower case @param attributes the text between the name and the `>` */
  open(name: string, attributes: string): void;
  close(name: string): void;
  style(css: string): void;
  comment(text: string): void;
};

/** Elements whose content is not text, and how their closing tag starts. */
const RAW = new Map(
  ['style', 'script', 'title', 'template', 'noscript', 'xml', 'svg', 'textarea', 'select'].map((name) => [
    name,
    new RegExp(`</${name}`, 'gi'),
  ]),
);
const MAX_NAME = 31;
const MAX_TEXT = 64 * 1024;
/** The longest character reference that we decode has eleven units, such as `&#x10ffff;`. */
const MAX_REFERENCE = 12;
const BLANK = 32;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const EQUALS = 61;
const GREATER = 62;
/** How many blanks may separate a name's equals sign from the quote of its value. */
const MAX_BLANKS = 8;

/**
 * Scans HTML once, cutting it into tags as a browser would. Linear: every search begins where the last one ended, and
 * what is never closed hides the rest.
 */
export function scanHtml(html: string, sink: HtmlSink): void {
  let at = 0;
  const open = { '"': true, "'": true };
  while (at < html.length && !sink.isDone) {
    const tag = html.indexOf('<', at);
    scanText(html, at, tag === -1 ? html.length : tag, sink);
    if (tag === -1) return;
    at = scanTag(html, tag, sink, open);
  }
}

function scanText(html: string, from: number, to: number, sink: HtmlSink): void {
  for (let at = from; at < to && !sink.isDone;) {
    const end = to - at <= MAX_TEXT ? to : textEnd(html, at + MAX_TEXT);
    sink.text(html.slice(at, end));
    at = end;
  }
}

/** Returns an index at or shortly before `to` that doesn't lie in a character reference. */
function textEnd(html: string, to: number): number {
  const reference = html.slice(to - MAX_REFERENCE, to).lastIndexOf('&');
  return reference === -1 ? to : to - MAX_REFERENCE + reference;
}

/** @param open which quotes may still be closed: a closing quote that was not found once is not found later */
function scanTag(html: string, tag: number, sink: HtmlSink, open: Record<'"' | "'", boolean>): number {
  sink.tag();
  if (html.startsWith('<!--', tag)) {
    const end = behindComment(html, tag + 4);
    sink.comment(html.slice(tag + 4, end));
    return end;
  }
  const isClosing = html[tag + 1] === '/';
  const from = tag + (isClosing ? 2 : 1);
  const start = nameEnd(html, from);
  if (start === from) {
    if (isClosing || html[tag + 1] === '!' || html[tag + 1] === '?') return behind(html, '>', tag + 1);
    sink.text('<');
    return tag + 1;
  }
  const name = html.slice(from, start).toLowerCase();
  const end = tagEnd(html, start, open);
  if (isClosing) {
    sink.close(name);
    return end + 1;
  }
  const closing = RAW.get(name);
  if (closing === undefined) {
    sink.open(name, html.slice(start, end));
    return end + 1;
  }
  if (html[end - 1] === '/') return end + 1;
  closing.lastIndex = end + 1;
  const found = closing.exec(html);
  if (name === 'style') sink.style(html.slice(end + 1, found?.index ?? html.length));
  return found ? behind(html, '>', closing.lastIndex) : html.length;
}

/** Returns the index behind a tag's name, or `from` if none stands there. */
function nameEnd(html: string, from: number): number {
  if (!isLetter(html.charCodeAt(from))) return from;
  let at = from + 1;
  while (at < from + MAX_NAME && isOfName(html.charCodeAt(at))) at++;
  return at;
}

function isLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
}

function isOfName(unit: number): boolean {
  return isLetter(unit) || (unit >= 48 && unit <= 58) || unit === 45;
}

/** Returns the index of the `>` that ends the tag; one inside a quoted value does not count. */
function tagEnd(html: string, start: number, open: Record<'"' | "'", boolean>): number {
  for (let at = start; at < html.length; at++) {
    const unit = html.charCodeAt(at);
    if (unit === GREATER) return at;
    if (unit !== DOUBLE_QUOTE && unit !== SINGLE_QUOTE) continue;
    const quote = unit === DOUBLE_QUOTE ? '"' : "'";
    if (!open[quote] || !isBehindEquals(html, at)) continue;
    const closing = html.indexOf(quote, at + 1);
    if (closing === -1) open[quote] = false;
    else at = closing;
  }
  return html.length;
}

function isBehindEquals(html: string, quote: number): boolean {
  let at = quote - 1;
  while (at >= quote - MAX_BLANKS && html.charCodeAt(at) <= BLANK) at--;
  return html.charCodeAt(at) === EQUALS;
}

/** `<!-->` and `<!--->` are complete comments. */
function behindComment(html: string, from: number): number {
  if (html[from] === '>') return from + 1;
  if (html.startsWith('->', from)) return from + 2;
  return behind(html, '-->', from);
}

function behind(html: string, needle: string, from: number): number {
  const found = html.indexOf(needle, from);
  return found === -1 ? html.length : found + needle.length;
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** Returns up to `max` attributes of a tag by their names in lower case; if one is repeated, the first counts. */
export function readAttributes(source: string, max: number): Map<string, string> {
  const attributes = new Map<string, string>();
  if (!/\S/.test(source)) return attributes;
  for (const [, name = '', double, single, bare] of source.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (attributes.size >= max) break;
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '');
  }
  return attributes;
}
