import { PAGE, type HiddenBy } from './appearance.js';
import { decodeCharacterReferences } from './character-references.js';
import { Elements, ROOT, type Attributes, type Element } from './elements.js';
import { textLine, type TextLine } from './html-line.js';
import { scanHtml, type HtmlSink } from './html-scanner.js';
import { Prominence } from './prominence.js';
import { ReadingBudget } from './reading-budget.js';

export type HiddenText = {
  readonly text: string;
  readonly by: HiddenBy;
  /** Whether it precedes everything that a reader sees, where senders put the preview for a mail program's list. */
  readonly isPreheader: boolean;
};

/** An HTML text as a reader sees it, and separately the parts that a reader does not see. */
export type HtmlText = {
  readonly lines: readonly TextLine[];
  readonly hidden: readonly HiddenText[];
  readonly anchors: readonly Anchor[];
  /** Comments, and the texts of pictures and titles: not visible text, but there for whoever reads the source. */
  readonly asides: readonly string[];
  /** Short pieces that stand out from the text, without blanks: pieces of one line are joined. */
  readonly prominent: readonly string[];
  /** False if there was too much to read, or too much to tell what is visible. */
  readonly isWhole: boolean;
};

/** A link as a reader sees it. */
export type Anchor = {
  readonly href: string;
  readonly text: string;
  /** The index in the lines at or behind which its text stands. */
  readonly line: number;
};

export type HtmlLimits = { readonly maxScanned: number; readonly maxCharacters: number };

/** Embedded pictures make honest mail long. */
const MESSAGE_LIMITS: HtmlLimits = { maxScanned: 16 * 1024 * 1024, maxCharacters: 2 * 1024 * 1024 };

/**
 * Reads HTML once, in time linear in its size, whatever it holds; what exceeds the bounds is left out, and the result
 * says so.
 */
export function readHtml(html: string, limits: HtmlLimits = MESSAGE_LIMITS): HtmlText {
  const reader = new HtmlReader(limits.maxCharacters);
  const isLonger = html.length > limits.maxScanned;
  scanHtml(isLonger ? html.slice(0, limits.maxScanned) : html, reader);
  return reader.finish(isLonger);
}

const VOID = new Set([
  'br',
  'hr',
  'img',
  'input',
  'meta',
  'link',
  'area',
  'base',
  'col',
  'embed',
  'source',
  'wbr',
  'track',
]);
const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header html li ' +
    'main nav ol p pre section table tbody tfoot thead tr ul hr caption'
  ).split(' '),
);
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'pre', 'hr']);
/** A second one ends the first, if nothing else is open inside it. */
const SELF_ENDING = new Set(['p', 'li', 'td', 'th', 'tr', 'option', 'dt', 'dd']);
const CELLS = new Set(['td', 'th']);
const MAX_ANCHOR_TEXT = 200;
const MAX_HREF = 2_000;
const ASIDE_ATTRIBUTES = ['alt', 'title', 'aria-label'];
/** A blank by itself stays as it is, and nearly all are. */
const WHITE_SPACE = /[\t\n\f\r ]{2,}|[\t\n\f\r]/g;

class HtmlReader implements HtmlSink {
  isDone = false;
  readonly #lines: TextLine[] = [];
  readonly #hidden: HiddenText[] = [];
  readonly #anchors: Anchor[] = [];
  readonly #asides: string[] = [];
  readonly #prominence = new Prominence();
  #anchor: { href: string; text: string; line: number } | null = null;
  readonly #open: Element[] = [ROOT];
  /** How many elements of each name are open, so that an end tag without a beginning costs nothing. */
  readonly #openNames = new Map<string, number>();
  readonly #budget = new ReadingBudget();
  readonly #elements = new Elements(this.#budget);
  #page = ROOT;
  /** It grows by pieces: inspecting it each time would copy it each time. */
  #line = '';
  #endsWithBlank = true;
  /** Whether anything visible has come so far. */
  #isBegun = false;
  #characters = 0;
  #hiddenText = '';
  #hiddenBy: HiddenBy | null = null;
  #isFollowedByGap = false;

  constructor(private readonly maxCharacters: number) {}

  tag(): void {
    if (!this.#budget.spend('tags')) this.isDone = true;
  }

  text(source: string): void {
    const element = this.#top;
    const decoded = decodeCharacterReferences(source);
    if (element.hiddenBy) {
      this.#hide(decoded, element.hiddenBy);
      return;
    }
    if (element.appearance.standsOut) this.#prominence.add(decoded);
    if (element.isPreformatted) this.#addPreformatted(decoded);
    else this.#add(decoded.replace(WHITE_SPACE, ' '));
    if (this.#anchor && this.#anchor.text.length < MAX_ANCHOR_TEXT) this.#anchor.text += decoded;
    this.#characters += decoded.length;
    if (this.#characters < this.maxCharacters) return;
    this.isDone = true;
    this.#budget.exceed();
  }

  open(name: string, source: string): void {
    if (SELF_ENDING.has(name) && this.#top.name === name) this.#pop();
    if (name === 'br') {
      if (!this.#top.hiddenBy) this.#endLine(true);
      return;
    }
    this.#layOut(name);
    if (CELLS.has(name)) this.#add(' ');
    const attributes = this.#elements.attributesOf(source);
    for (const aside of ASIDE_ATTRIBUTES) this.#addAside(attributes.get(aside));
    if (name === 'a') this.#beginAnchor(attributes.get('href'));
    if (!VOID.has(name) && this.#budget.allows('depth', this.#open.length)) this.#push(name, source, attributes);
  }

  close(name: string): void {
    if (name === 'a') this.#endAnchor();
    if (name === 'br') this.open(name, '');
    if ((this.#openNames.get(name) ?? 0) === 0) return;
    for (let popped = this.#pop(); popped !== undefined && popped !== name; popped = this.#pop());
  }

  style(css: string): void {
    // If a sheet paints, we can't be certain what lies behind a text.
    if (this.#elements.addSheet(css)) this.#page = { ...ROOT, appearance: { ...PAGE, background: null } };
    if (this.#open.length === 1) this.#open[0] = this.#page;
  }

  comment(text: string): void {
    // Conditional content for one mail program only is markup.
    if (!text.startsWith('[if')) this.#addAside(text);
  }

  /** @param isCut whether the rest of the source was never passed in */
  finish(isCut: boolean): HtmlText {
    this.#endLine(false);
    this.#endHidden();
    this.#endAnchor();
    return {
      lines: this.#lines,
      hidden: this.#hidden,
      anchors: this.#anchors,
      asides: this.#asides,
      prominent: this.#prominence.pieces,
      isWhole: !isCut && !this.#budget.isExceeded,
    };
  }

  #addAside(text: string | undefined): void {
    if (text === undefined || !/\S/.test(text)) return;
    if (this.#budget.spend('asideCharacters', text.length)) this.#asides.push(decodeCharacterReferences(text));
  }

  #beginAnchor(href: string | undefined): void {
    this.#endAnchor();
    if (href !== undefined) {
      this.#anchor = { href: decodeCharacterReferences(href.slice(0, MAX_HREF)), text: '', line: this.#lines.length };
    }
  }

  #endAnchor(): void {
    if (this.#anchor && this.#budget.spend('anchors')) this.#anchors.push(this.#anchor);
    this.#anchor = null;
  }

  #add(text: string): void {
    const piece = this.#endsWithBlank && text.startsWith(' ') ? text.slice(1) : text;
    if (piece === '') return;
    this.#line += piece;
    this.#endsWithBlank = piece.endsWith(' ');
    this.#isBegun ||= /\S/.test(piece);
  }

  #addPreformatted(text: string): void {
    const [first = '', ...rest] = text.replaceAll('\r', '').split('\n');
    this.#line += first;
    for (const line of rest) {
      this.#endLine(true);
      this.#line = line;
    }
    this.#endsWithBlank = false;
    this.#isBegun = true;
  }

  get #top(): Element {
    return this.#open.at(-1) ?? ROOT;
  }

  #push(name: string, source: string, attributes: Attributes): void {
    this.#open.push(this.#elements.elementOf(name, source, attributes, this.#top));
    this.#openNames.set(name, (this.#openNames.get(name) ?? 0) + 1);
  }

  #pop(): string | undefined {
    if (this.#open.length === 1) return undefined;
    this.#layOut(this.#top.name);
    const element = this.#open.pop();
    if (element === undefined) return undefined;
    this.#openNames.set(element.name, (this.#openNames.get(element.name) ?? 1) - 1);
    return element.name;
  }

  #layOut(name: string): void {
    if (!BLOCKS.has(name)) return;
    this.#endHidden();
    if (this.#top.hiddenBy) return;
    this.#endLine(false);
    if (PARAGRAPHS.has(name)) this.#isFollowedByGap = true;
  }

  /** @param isForced whether the line break is explicit; alone, such a break makes an empty line */
  #endLine(isForced: boolean): void {
    if (this.#line === '' && !isForced) return;
    this.#prominence.endLine();
    const text = this.#line.replaceAll('\u00a0', ' ').trimEnd();
    this.#line = '';
    this.#endsWithBlank = true;
    const { depth, mark } = this.#top;
    if (text.trim() === '') {
      if (isForced && this.#lines.length > 0) this.#lines.push(textLine('', depth, mark));
      return;
    }
    const last = this.#lines.at(-1);
    if (this.#isFollowedByGap && last && last.text !== '')
      this.#lines.push(textLine('', Math.min(depth, last.depth), mark));
    this.#isFollowedByGap = false;
    this.#lines.push(textLine(text, depth, mark));
  }

  #hide(text: string, by: HiddenBy): void {
    if (!this.#budget.spend('hiddenCharacters', text.length)) return;
    if (this.#hiddenBy !== by) this.#endHidden();
    this.#hiddenBy = by;
    this.#hiddenText += text;
  }

  #endHidden(): void {
    if (this.#hiddenBy === null) return;
    const text = this.#hiddenText.replace(/\s+/g, ' ').trim();
    if (text !== '') this.#hidden.push({ text, by: this.#hiddenBy, isPreheader: !this.#isBegun });
    this.#hiddenText = '';
    this.#hiddenBy = null;
  }
}
