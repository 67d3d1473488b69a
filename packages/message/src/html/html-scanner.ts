/** What a scan reports, in the order of the source. */
export type HtmlSink = {
  /** True once the sink wants no more. */
  readonly isDone: boolean;
  /** A tag, a comment or a declaration begins. */
  tag(): void;
  /** Text between tags, with its character references as they stand. */
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
const TAG_NAME = /[a-z][a-z0-9:-]{0,30}/iy;
const QUOTE_OR_END = /["'>]/g;
const BLANK = 32;
const EQUALS = 61;
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
    if (tag !== at) sink.text(html.slice(at, tag === -1 ? html.length : tag));
    if (tag === -1) return;
    at = scanTag(html, tag, sink, open);
  }
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
  TAG_NAME.lastIndex = tag + (isClosing ? 2 : 1);
  const name = TAG_NAME.exec(html)?.[0].toLowerCase();
  if (name === undefined) {
    if (isClosing || html[tag + 1] === '!' || html[tag + 1] === '?') return behind(html, '>', tag + 1);
    sink.text('<');
    return tag + 1;
  }
  const start = TAG_NAME.lastIndex;
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

/** Returns the index of the `>` that ends the tag; one inside a quoted value does not count. */
function tagEnd(html: string, start: number, open: Record<'"' | "'", boolean>): number {
  QUOTE_OR_END.lastIndex = start;
  for (let found = QUOTE_OR_END.exec(html); found; found = QUOTE_OR_END.exec(html)) {
    const character = found[0];
    if (character === '>') return found.index;
    const quote = character === '"' ? '"' : "'";
    if (!open[quote] || !isBehindEquals(html, found.index)) continue;
    const closing = html.indexOf(quote, found.index + 1);
    if (closing === -1) open[quote] = false;
    else QUOTE_OR_END.lastIndex = closing + 1;
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
