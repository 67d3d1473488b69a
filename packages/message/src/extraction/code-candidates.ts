import { JOINED, letterKind, SPACED } from '../text/letters.js';

/** How a candidate is written; what a shape is worth is said where it is weighed. */
export type CodeShape =
  | 'digits'
  | 'grouped digits'
  | 'single characters'
  | 'prefixed digits'
  | 'capitals and digits'
  | 'groups of capitals'
  | 'small letters and digits'
  | 'mixed letters and digits'
  | 'capitals'
  | 'small letters';

export type Candidate = {
  /** It is what must be typed, without the blanks and dashes between digits. */
  readonly value: string;
  readonly shape: CodeShape;
  readonly at: number;
  readonly end: number;
};

const MAX_CANDIDATES = 300;
/** No code is longer, and nothing longer is looked at in one piece. */
const MAX_TOKEN = 40;
const GAP = '[ \\t\\u00a0\\u2000-\\u200a\\u202f]';
const SINGLES = [
  new RegExp(`[A-Z0-9](?:${GAP}{1,6}(?:[-–]${GAP}{1,6})?[A-Z0-9](?![A-Za-z0-9])){3,9}`, 'y'),
  new RegExp(`[A-Z0-9](?:${GAP}{0,3}[-–—·•|]${GAP}{0,3}[A-Z0-9](?![A-Za-z0-9])){3,9}`, 'y'),
  new RegExp(
    `[A-Z0-9](?:${GAP}{0,3}\\n(?:\\s{0,6}[-–]${GAP}{0,3}\\n)?\\s{0,6}[A-Z0-9](?=${GAP}{0,3}(?:\\n|$))){3,9}`,
    'y',
  ),
];
const GROUPS = new RegExp(`\\d{1,8}(?:${GAP}{1,4}\\d{1,8}(?![A-Za-z0-9])){1,11}`, 'y');
const TOKEN = /[A-Za-z0-9]{1,40}(?:[-‐‑–][A-Za-z0-9]{1,40}|[.,:/'’]\d{1,40}){0,8}/y;
/** Signs before a number that make it a price, a part of an address or of something longer. */
const BEFORE = /[#$€£¥₹₩₺₽₫฿₴₪+&=_/@%\\№第제¥]$|\d[.,:'’-]$/;
/** A number goes on: what precedes is its area code, a column of a table, or the first of two sizes. */
const GOES_ON = /\d{2}(?:[ \u00a0]|[)/-][ \u00a0]?)$/;
/** Numbers that are called and cost nothing, or much. */
const TOLL = /^(?:1800|1900|1860|1577|1588|1544|1566|0800|0850|0900|0180|400\d)\d{3,4}$/;
const RANGE = /^(\d{2,5})–(\d{2,5})$/;
/** A number with its unit, two sizes, and "6-digit". */
const MEASURE = /^(?:\d{1,6}[a-z]{1,3}|\d+x\d+|\d-[a-z]+)$/;
/** The last digits of a card. */
const MASKED = /(?:[•·●∙xX]{2}|\*{3}|…)[ \u00a0]?$/;
const BEHIND =
  /^(?:[_@=+\\]|[%‰€$£¥₹₩₺₽₫฿₴₪°º]|[.:,/-]\d|[年月日号號元円원년월일명개회층점만천点時时分秒名人個个件頁页楼歳岁度番万億億萬万块塊室階目例条條])/;
const UNIT =
  /^[ \u00a0]?(?:EUR|USD|GBP|CHF|PLN|TRY|RUB|SEK|NOK|DKK|CZK|HUF|RON|BGN|UAH|INR|JPY|CNY|KRW|VND|THB|IDR|MYR|PHP|BRL|MXN|ARS|CLP|COP|ZAR|AED|SAR|ILS|Kč|Ft|kr|zł|zl|лв|грн|руб|р\.|тг|₸|so'm|so‘m|元|円|원|บาท|đồng|VNĐ|TL|lei|din|px|pt|em|kg|km|mm|cm|m²|m2|m³|kWh|Wh|GB|MB|KB|TB|Hz|MHz|ms|ml|kcal|W|V|mAh|punten|points|Punkte|ريال|درهم|جنيه|دينار|تومان|روپے|টাকা|रुपये|रु)(?![\p{L}])/u;

/**
 * Finds what has the shape of a code, in one pass over the digits of the text. Numbers that are plainly something else
 * (prices, dates, times, telephones, parts of addresses) are left out at once.
 */
export function candidatesIn(text: string): Candidate[] {
  const found: Candidate[] = [];
  const digit = /\d/g;
  let from = 0;
  while (found.length < MAX_CANDIDATES) {
    digit.lastIndex = from;
    const index = digit.exec(text)?.index;
    if (index === undefined) break;
    const at = startOf(text, index, from);
    const read = singlesAt(text, at) ?? singlesBefore(text, at, from) ?? groupsAt(text, at) ?? tokenAt(text, at);
    found.push(...read.candidates);
    from = Math.max(read.end, index + 1);
  }
  return found;
}

type Read = { readonly end: number; readonly candidates: readonly Candidate[] };

/** The start of the piece of letters and digits around a digit. */
function startOf(text: string, index: number, from: number): number {
  let at = index;
  const least = Math.max(from, index - MAX_TOKEN);
  while (at > least && (isAlphanumeric(text.charCodeAt(at - 1)) || isInnerDash(text, at - 1))) at--;
  return at;
}

function isInnerDash(text: string, at: number): boolean {
  return text.charCodeAt(at) === 45 && isAlphanumeric(text.charCodeAt(at - 1));
}

function isAlphanumeric(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}

/** Characters one by one: digits in cells, on lines, or with dashes between them. */
function singlesAt(text: string, at: number): Read | null {
  for (const pattern of SINGLES) {
    pattern.lastIndex = at;
    const whole = pattern.exec(text)?.[0];
    if (whole === undefined || !stands(text, at, at + whole.length)) continue;
    const value = whole.replace(/[^A-Z0-9]/g, '');
    const digits = value.replace(/\D/g, '').length;
    const isCode = value.length <= 8 && digits > 0 && (digits === value.length || digits >= 2) && !isCount(value);
    const candidate = { value, shape: 'single characters', at, end: at + whole.length } as const;
    return { end: at + whole.length, candidates: isCode ? [candidate] : [] };
  }
  return null;
}

/** The same where it begins with letters, which stand before the first digit. */
function singlesBefore(text: string, at: number, from: number): Read | null {
  let start = at;
  for (let steps = 0; steps < 4; steps++) {
    const before = /[A-Z]([\s\u00a0]{1,4}|\s{0,2}[-–]\s{0,2})$/.exec(text.slice(Math.max(from, start - 6), start));
    if (before === null) break;
    const next = start - before[0].length;
    if (isAlphanumeric(text.charCodeAt(next - 1))) break;
    start = next;
  }
  return start === at ? null : singlesAt(text, start);
}

/** `1 2 3 4 5` is a scale or a list of pages. */
function isCount(value: string): boolean {
  if (!/^\d+$/.test(value)) return false;
  const steps = [...value].slice(1).map((digit, i) => Number(digit) - Number(value[i]));
  return steps.every((step) => step === steps[0] && Math.abs(step) === 1);
}

const GROUPINGS = new Set(
  '3 3,4 4,2 2 2,3 4,4 3,3 2,2 2,4 2,2 4,1 3 3,3 3 1,3 3 2,3 2 2,2 2 3,2 2 2 2,3 3 3'.split(','),
);

function groupsAt(text: string, at: number): Read | null {
  GROUPS.lastIndex = at;
  const whole = GROUPS.exec(text)?.[0];
  if (whole === undefined) return null;
  const end = at + whole.length;
  const sizes = whole.split(/\D+/).map((group) => group.length);
  const isCode = GROUPINGS.has(sizes.join(' ')) && !/[+(]$/.test(text.slice(Math.max(0, at - 1), at));
  if (isCode && stands(text, at, end)) {
    const value = whole.replace(/\D/g, '');
    if (TOLL.test(value)) return { end, candidates: [] };
    return { end, candidates: [{ value, shape: 'grouped digits', at, end }] };
  }
  if (sizes.length > 2 || /[+(]$/.test(text.slice(Math.max(0, at - 1), at))) return { end, candidates: [] };
  return null;
}

function tokenAt(text: string, at: number): Read {
  TOKEN.lastIndex = at;
  const whole = TOKEN.exec(text)?.[0] ?? text.slice(at, at + 1);
  const pair = PAIR_OF_GROUPS.exec(text.slice(at, at + 16))?.[0];
  if (pair !== undefined && /\d/.test(pair) && /[A-Z]/.test(pair) && isAloneInLine(text, at, at + pair.length)) {
    const value = pair.replace(/[^A-Z0-9]/g, '');
    return { end: at + pair.length, candidates: [{ value, shape: 'groups of capitals', at, end: at + pair.length }] };
  }
  const prefixed = PREFIXED_GROUPS.exec(text.slice(at, at + 20))?.[0];
  if (prefixed !== undefined && stands(text, at, at + prefixed.length)) {
    const value = prefixed.replace(/[ \u00a0]/g, '');
    return {
      end: at + prefixed.length,
      candidates: [{ value, shape: 'prefixed digits', at, end: at + prefixed.length }],
    };
  }
  const inflected = /^(\d{4,8})[-‐‑–'’][a-zA-Z]{1,5}$/.exec(whole)?.[1] ?? listed(text, at, whole);
  const token = inflected ?? whole;
  const end = at + token.length;
  const shape = shapeOf(token);
  if (shape === null || (inflected === undefined && !stands(text, at, end)))
    return { end: at + whole.length, candidates: [] };
  const value = shape === 'grouped digits' ? token.replace(/\D/g, '') : token;
  const candidates = TOLL.test(value) || isRange(token) ? [] : [{ value, shape, at, end }];
  return { end: at + whole.length, candidates };
}

/** "Rooms 113–163": no code has a dash of this length and a larger number behind it. */
function isRange(token: string): boolean {
  const [, from = '', to = ''] = RANGE.exec(token) ?? [];
  return Number(to) > Number(from);
}

/** A prefix, and digits in groups: `T-771 904`. */
const PREFIXED_GROUPS = /^[A-Z]{1,3}-\d{2,4}(?:[ \u00a0]\d{2,4}){1,2}(?![A-Za-z0-9])/;

/** Two or three groups with blanks between them. */
const PAIR_OF_GROUPS = /^[A-Z0-9]{3,4}[ \u00a0][A-Z0-9]{3,4}(?:[ \u00a0][A-Z0-9]{3,4})?(?![A-Za-z0-9])/;

function isAloneInLine(text: string, at: number, end: number): boolean {
  return (
    /(?:^|\n)[ \t*]{0,8}$/.test(text.slice(Math.max(0, at - 9), at)) &&
    /^[ \t*]{0,8}(?:\n|$)/.test(text.slice(end, end + 9))
  );
}

/** In scripts without blanks, a comma before the next number may have none behind it: `408817,5分钟内有效`. */
function listed(text: string, at: number, whole: string): string | undefined {
  const first = /^(\d{4,8}),\d{1,2}$/.exec(whole)?.[1];
  return letterKind(text.charCodeAt(at + whole.length)) === JOINED ? first : undefined;
}

function shapeOf(token: string): CodeShape | null {
  if (/^\d+$/.test(token)) return token.length >= 4 && token.length <= 8 ? 'digits' : null;
  if (
    /^(?:\d{3}[-‐‑–]\d{3}|\d{4}[-‐‑–]\d{4}|\d{2}[-‐‑–]\d{2}[-‐‑–]\d{2}|\d{3}[-–]\d{3}[-–]\d{1,3}|\d{1,2}[-–]\d[-–]\d{2}|\d{4}[-–]\d{3})$/.test(
      token,
    )
  )
    return 'grouped digits';
  if (/^[A-Z]{1,4}-\d{4,8}$/.test(token)) return 'prefixed digits';
  if (/^[A-Z0-9]{1,6}(?:-[A-Z0-9]{1,6}){1,4}$/.test(token) && /[A-Z]/.test(token))
    return token.length > 4 ? 'groups of capitals' : null;
  if (MEASURE.test(token)) return null;
  if (/^[a-z0-9]{1,8}(?:-[a-z0-9]{1,8}){1,4}$/.test(token) && /[a-z]/.test(token))
    return token.length > 5 ? 'small letters and digits' : null;
  if (/^[Xx*]{2,}\d+$/.test(token)) return null;
  if (token.length < 4 || token.length > 12 || !/^[A-Za-z0-9]+$/.test(token)) return null;
  if (!/[a-z]/.test(token)) return 'capitals and digits';
  return /[A-Z]/.test(token) ? 'mixed letters and digits' : 'small letters and digits';
}

/** Whether nothing before or behind it makes it a part or an amount of something. */
function stands(text: string, at: number, end: number): boolean {
  if (letterKind(text.charCodeAt(at - 1)) === SPACED || BEFORE.test(text.slice(Math.max(0, at - 2), at))) return false;
  if (letterKind(text.charCodeAt(end)) === SPACED || MASKED.test(text.slice(Math.max(0, at - 5), at))) return false;
  if (GOES_ON.test(text.slice(Math.max(0, at - 5), at))) return false;
  const behind = text.slice(end, end + 12);
  return !BEHIND.test(behind) && !UNIT.test(behind);
}

const LETTERS =
  /(?:^|[:：])[ \t*_«"“]{0,4}([A-Z]{4,10}|[A-Z]{3,6}(?:-[A-Z]{3,6}){1,3}|[a-z]{3,9}(?:-[a-z]{3,9}){1,3}|[a-z]{5,12})[ \t*_»"”.]{0,4}$/gm;
const MAX_LETTERS = 30;

/** Words that may be codes of letters alone: each at the end of its line, alone or behind a colon. */
export function letterCandidatesIn(text: string): Candidate[] {
  const found: Candidate[] = [];
  for (const { 0: whole, 1: value = '', index } of text.matchAll(LETTERS)) {
    const at = index + whole.indexOf(value);
    const shape = value === value.toUpperCase() ? 'capitals' : 'small letters';
    found.push({ value, shape, at, end: at + value.length });
    if (found.length >= MAX_LETTERS) break;
  }
  return found;
}
