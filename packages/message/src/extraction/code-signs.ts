import * as units from '../text/units.js';
import type { Candidate } from './code-candidates.js';

// What a module imports is read anew at each use, what is its own is a constant.
const { DIGIT, JOINED, KIND, LETTER, lookAt, mix, SYLLABLE } = units;

const [OUTSIDE, BLANK, LINE_END, LETTERS, CAPITAL, DIGITS] = [0, 1, 2, 3, 4, 5] as const;
const MAX_SIGNS = 24;
const MAX_ALIKE = 9;
/** What a value may look like beside a code; a date and a year are told by how many digits there are. */
const LOOKS: readonly RegExp[] = [
  /^0/,
  /^(\d)\1+$/,
  /^(?:1234|4321|0000)/,
  /^(?:19|20)\d\d\d+$/,
  /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:\d\d|(?:19|20)\d\d)$/,
  /00$/,
  /000$/,
  /[a-z]*[aeiou][a-z]+|[a-z]+[aeiou]/i,
];

/** Is told what is seen, by what it is of. */
export type Show = (of: number, value: number) => void;

/** Shows the signs around a candidate, in which order its own are, and what its value looks like. */
export function showSigns({ value, shape, at, end }: Candidate, text: string, show: Show): void {
  const [first, second, third, fourth] = [1, 2, 3, 4].map((far) => signAt(text, at - far)) as [number, ...number[]];
  const [next, after, last] = [0, 1, 2].map((far) => signAt(text, end + far)) as [number, ...number[]];
  const before = mix(mix(first, second ?? 0), third ?? 0);
  show(0, first);
  show(1, mix(first, second ?? 0));
  show(2, before);
  show(3, mix(before, fourth ?? 0));
  show(4, next);
  show(5, mix(next, after ?? 0));
  show(6, mix(mix(next, after ?? 0), last ?? 0));
  show(7, mix(first, next));
  const isNumber = shape === 'digits' || shape === 'grouped digits' ? 1 : 0;
  show(8, mix(mix(mix(first, second ?? 0), mix(next, after ?? 0)), isNumber));
  showOrder(text, at, end, show);
  LOOKS.forEach((look, index) => {
    if (look.test(value)) show(11, mix(index, value.length));
  });
}

/** The kinds of its own signs in their order, once with how often they come. */
function showOrder(text: string, at: number, end: number, show: Show): void {
  let [exact, rough, before] = [0, 0, -1];
  for (let i = at; i < end && i < at + MAX_SIGNS; i++) {
    const sign = signAt(text, i);
    exact = mix(exact, sign);
    if (sign !== before) rough = mix(rough, sign);
    before = sign;
  }
  show(9, exact);
  show(10, rough);
}

/** Kinds of letters and digits, and any other sign itself. */
function signAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (Number.isNaN(unit)) return OUTSIDE;
  if (unit === 10) return LINE_END;
  if (unit === 32 || unit === 9 || unit === 160) return BLANK;
  if (unit >= 65 && unit <= 90) return CAPITAL;
  const kind = lookAt(unit) & KIND;
  if (kind === LETTER || kind === SYLLABLE || kind === JOINED) return LETTERS;
  return kind === DIGIT ? DIGITS : unit;
}

/** How a candidate is written, and how long it is where that is a number's kind. */
export function kindOf({ value, shape }: Candidate, index: number): number {
  const isNumber = shape === 'digits' || shape === 'grouped digits';
  return index * 16 + (isNumber ? Math.min(MAX_ALIKE, value.length) : 0);
}
