import type { TextLine } from '../html/html-line.js';
import {
  ATTRIBUTION_START,
  BEGIN_FORWARDED,
  headerLabels,
  ORIGINAL_MESSAGE,
  WROTE,
  type HeaderLabel,
} from './reply-words.js';
import { isBlank } from './text-lines.js';

/** A line that announces a quote: which lines it covers, and whether everything after it is history. */
export type Announcement = {
  readonly from: number;
  /** The index after its last line. */
  readonly to: number;
  /** `message`: the rest is the older message; `quote`: it is one if quoted lines follow. */
  readonly kind: 'message' | 'quote';
};

/** No announcement is longer, and no line is examined beyond this. */
const MAX_LINE = 400;
const MAX_ATTRIBUTION_LINES = 4;
const HEADER_BLOCK_LINES = 8;
const DASHES = /^[\s*_]{0,4}[-=_—–]{2,}\s{0,4}(\S.{0,80}?)\s{0,4}[-=_—–]{2,}[\s*_]{0,4}$/u;
const RUN_ON = /(?<=\p{L}|\))\s?[:：]\s{1,4}(?=\S)/u;
const RULE = /^[\s]{0,4}[-_=*—–]{5,}\s{0,4}$/u;
const LABEL = /^[\s*_>|]{0,8}([^\s:：*][^:：*]{0,29}?)\s{0,2}\*?\s?[:：]/u;
const ADDRESS = /[^\s<>@:]{1,64}@[^\s<>@:]{1,64}/u;
/** A year or a time of day. */
/** How dates begin where no word precedes them: with a number, or the name of a day. */
const DATE_START =
  /^[\s*_>|]{0,8}(?:\d{1,4}[\s./年-]|(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|seg|ter|qua|qui|sex|gio|maa|din|woe|don|vri|zat|zon|pon|wt|śr|czw|pt|sob|niedz|пн|вт|ср|чт|пт|сб|вс|нд|понед|вторн|сред|четв|пятн|субб|воскр|понеділ|вівтор|серед|четвер|п'ятн|субот|неділ|man|tir|tirs|ons|tor|tors|fre|lør|søn|mån|tis|lör|sön|ti|ke|to|pe|la|su|ma|pzt|sal|çar|per|cum|paz|pá|út|čt|so|ne|št|hét|ked|sze|csüt|pén|szo|vas|joi|vin|mie|δευ|τρί|τετ|πέμ|παρ|σάβ|κυρ)[\p{L}]{0,9}[.,\s])/iu;
const WHEN = /(?:^|\D)(?:(?:19|20)\d\d|\d{1,2}[:.h]\d\d)(?:\D|$)/u;

/** Returns the announcement that begins in this line, if there is one. Examines a bounded number of characters. */
export function announcementAt(lines: readonly TextLine[], at: number): Announcement | null {
  const line = lines[at];
  if (line === undefined || isBlank(line)) return null;
  if (line.mark === 'history') return { from: at, to: at, kind: 'message' };
  const text = line.text.length > MAX_LINE ? line.text.slice(0, MAX_LINE) : line.text;
  if (isDivider(lines, at, text.trim()) || isHeaderBlock(lines, at)) return { from: at, to: at + 1, kind: 'message' };
  return attributionAt(lines, at);
}

/** "-----Original Message-----", "Begin forwarded message:", or another line of dashes above a header block. */
function isDivider(lines: readonly TextLine[], at: number, text: string): boolean {
  if (/[:：]$/u.test(text)) return text.length <= 80 && BEGIN_FORWARDED.test(text);
  if (!/^[-=_*—–]/u.test(text)) return false;
  const label = DASHES.exec(text)?.[1];
  if (label !== undefined && (ORIGINAL_MESSAGE.test(label) || isSpokenOf(label))) return true;
  if (label === undefined && !RULE.test(text)) return false;
  const next = [at + 1, at + 2].find((i) => !isBlank(lines[i]));
  return next !== undefined && isHeaderBlock(lines, next);
}

/** "---- Ada wrote ----", as Zoho has it. */
function isSpokenOf(label: string): boolean {
  return WROTE.test(label) && (label.length <= 60 || WHEN.test(label) || ADDRESS.test(label));
}

/** Matches three of From, Date, To and Subject in as many lines, in any language, with From or Date among the first. */
function isHeaderBlock(lines: readonly TextLine[], at: number): boolean {
  const first = labelsOf(lines[at]);
  if (!first?.has('from') && !first?.has('date')) return false;
  const found = new Set<HeaderLabel>();
  let fields = 0;
  for (let i = at; i < at + HEADER_BLOCK_LINES; i++) {
    const line = lines[i];
    if (line === undefined || (isBlank(line) && fields > 1)) break;
    const labels = labelsOf(line);
    if (labels) fields++;
    for (const label of labels ?? []) found.add(label);
  }
  return fields >= 3 && found.has('from') && found.has('date') && (found.has('to') || found.has('subject'));
}

function labelsOf(line: TextLine | undefined): ReadonlySet<HeaderLabel> | undefined {
  const start = line?.text.slice(0, 60) ?? '';
  // Most lines have no colon, and are spared the search for a label before one.
  const word = start.includes(':') || start.includes('：') ? LABEL.exec(start)?.[1] : undefined;
  return word === undefined ? undefined : headerLabels(word.trim());
}

/** Finds "On … Ada wrote:", in one line or in up to four. */
function attributionAt(lines: readonly TextLine[], at: number): Announcement | null {
  const depth = lines[at]?.depth;
  let text = '';
  for (let i = at; i < at + MAX_ATTRIBUTION_LINES; i++) {
    const line = lines[i];
    if (line === undefined || isBlank(line) || line.depth !== depth || text.length + line.text.length > MAX_LINE) break;
    text += text === '' ? line.text.trim() : ` ${line.text.trim()}`;
    if (!/[:：]\s{0,3}\*?$/u.test(line.text)) {
      if (i === at && text.includes(': ') && isRunOn(text)) return { from: at, to: at + 1, kind: 'message' };
      continue;
    }
    const kind = kindOfAttribution(text, line.mark);
    return kind && { from: at, to: i + 1, kind };
  }
  return null;
}

/** Some programs lose the line break between the announcement and what it announces. */
function isRunOn(text: string): boolean {
  if (!ATTRIBUTION_START.test(text) && !DATE_START.test(text)) return false;
  const end = text.search(RUN_ON);
  const head = end === -1 ? '' : text.slice(0, end);
  return head !== '' && WHEN.test(head) && WROTE.test(`${head} `);
}

/**
 * With its verb, an address and a date, the line needs nothing more; with less, quoted lines must follow. An address
 * and a date before a colon are enough if the language is unknown.
 */
function kindOfAttribution(text: string, mark: TextLine['mark']): Announcement['kind'] | null {
  if (mark === 'attribution') return 'quote';
  const hasVerb = WROTE.test(text);
  const hasAddress = ADDRESS.test(text);
  const hasDate = WHEN.test(text);
  const begins = ATTRIBUTION_START.test(text) || /^\d{4}[年.\-/]/u.test(text);
  const isDated = DATE_START.test(text);
  if (hasDate && hasVerb && (hasAddress || begins || isDated)) return 'message';
  // Yandex and Mail.ru name the date and the writer, without a verb.
  if (hasDate && hasAddress && isDated && /[>)"»]\s?[:：]\s{0,3}\*?$/u.test(text)) return 'message';
  if (hasVerb || (hasAddress && hasDate)) return 'quote';
  return null;
}
