import { intentsIn, type AiInstruction, type Sign } from './ai-intents.js';
import { aiLexicon } from './ai-lexicon.js';
import type { Place } from '../text/lexicon.js';
import { markersIn } from './ai-markers.js';
import { bestPassage } from './ai-model.js';
import { addNoticed } from './ai-noticed.js';
import { Passages } from './ai-passages.js';
import { isInQuotation } from './ai-quotations.js';
import { instructionWeights } from './ai-weights.js';

export type { AiInstruction } from './ai-intents.js';

export const instructionDetails: Readonly<Record<AiInstruction, string>> = {
  override: 'asks its reader to ignore earlier instructions',
  address: 'addresses an AI that reads it',
  prompt: "asks for an AI's own instructions",
  role: 'gives an AI another role',
  secrecy: 'asks an AI to keep something from its user',
  exfiltration: 'asks an AI to send on what it can read',
  tool: 'asks an AI to use its tools',
  'role marker': "holds markers of an AI's conversation format",
  likeness: 'reads like instructions to an AI that reads it',
};

/** The limit for one text; a compatible form can be eighteen times as long. */
const MAX_SCANNED = 256 * 1024;
/** Signs within this distance speak of one thing. */
const REACH = 600;
/** Whether people see a text: at once, in the places of pictures, or never. */
export type Hiding = 'shown' | 'aside' | 'hidden';
/** The sum of weights at which the rules have found something; the surest signs have it alone. */
const ENOUGH: Readonly<Record<Hiding, number>> = { shown: 3, aside: 2.5, hidden: 2 };
/** The model's scores at which a text is told, if the rules have found nothing in it, and if they have. */
const ALONE: Readonly<Record<Hiding, number>> = { shown: 1.3, aside: 1.1, hidden: 0.9 };
const AGREED: Readonly<Record<Hiding, number>> = { shown: 0.5, aside: -0.5, hidden: -2 };

/**
 * Where the words of a text alone score less than that, and it holds no marks of a conversation with a model, what the rules
 * notice in it does not make up for it: they are not asked, which spares ordinary mail a third of the work. Of attacks that
 * would be told, three in nine thousand are lost by it (ADR 0066).
 */
const HOPELESS = -2.5;

/** What a sign in a quotation weighs of what it weighs outside. */
const QUOTED = 0.6;

let passages: Passages | undefined;
const best = { from: 0, to: 0, score: 0 };

/** Unicode's tag characters spell ASCII that nobody sees. */
const TAGS = /[\u{e0020}-\u{e007e}]+/gu;
/** The first unit of each of them. */
const BEFORE_TAG = '\udb40';
const MAX_ENCODED = 5;
const LEAST_ENCODED = 20;
const MOST_ENCODED = 4_000;

/**
 * Finds what the text asks of an AI, in the languages in which people are deceived. Linear and bounded.
 *
 * @param hiding whether a person reads it too; what only a machine reads needs less to be told
 */
export function aiInstructionsIn(source: string, hiding: Hiding = 'shown'): Set<AiInstruction> {
  if (!/\S/.test(source)) return new Set();
  const text = readable(source);
  const found = judged(text, hiding);
  for (const encoded of encodedIn(text)) for (const is of judged(encoded, 'hidden')) found.add(is);
  return found;
}

/** What the rules find, unless the model disagrees; what it is sure of, it tells alone. It has no say on a few words. */
function judged(text: string, hiding: Hiding): Set<AiInstruction> {
  passages ??= new Passages();
  const weights = instructionWeights();
  const isSaid = bestPassage(passages.read(text), weights, best, HOPELESS);
  const markers = markersIn(text);
  if (hiding === 'shown' && isSaid && best.score < HOPELESS && markers.length === 0) return new Set();
  const { places, signs } = noticedIn(text, markers);
  const found = strongest(signs, ENOUGH[hiding]);
  const asked = (found.size > 0 ? AGREED : ALONE)[hiding];
  if (!isSaid) return found;
  addNoticed(passages, places, signs);
  bestPassage(passages, weights, best, asked);
  if (best.score < asked) return new Set();
  return found.size > 0 ? found : new Set(['likeness']);
}

/** What the lexicon and the rules notice in a text, in its order. */
function noticedIn(text: string, markers: readonly Sign[]): { places: Place[]; signs: Sign[] } {
  const places = aiLexicon().find(text);
  const signs = [...intentsIn(text, places), ...markers].map((sign) =>
    isInQuotation(text, sign.at) ? { ...sign, weight: sign.weight * QUOTED } : sign,
  );
  return { places, signs: signs.sort((a, b) => a.at - b.at) };
}

/** Reads a text as the model does, for those who train it. */
export function readPassages(source: string, passages: Passages): Passages {
  const text = readable(source);
  const { places, signs } = noticedIn(text, markersIn(text));
  addNoticed(passages.read(text), places, signs);
  return passages;
}

/** The kinds of signs that weigh enough together; of one kind, only the heaviest within reach counts. */
function strongest(signs: readonly Sign[], enough: number): Set<AiInstruction> {
  const found = new Set<AiInstruction>();
  let from = 0;
  for (let to = 0; to < signs.length; to++) {
    while ((signs[from]?.at ?? 0) < (signs[to]?.at ?? 0) - REACH || to - from > 200) from++;
    const weights = new Map<AiInstruction, number>();
    for (const { is, weight } of signs.slice(from, to + 1)) weights.set(is, Math.max(weights.get(is) ?? 0, weight));
    const sum = [...weights.values()].reduce((total, weight) => total + weight, 0);
    if (sum < enough) continue;
    for (const [is, weight] of weights) if (weight >= 1) found.add(is);
  }
  return found;
}

/** The text as a model would read it: with tag characters spelled out, and in compatible forms. */
function readable(source: string): string {
  const text = source.slice(0, MAX_SCANNED);
  if (!/[^\x00-\x7f]/.test(text)) return plain(text);
  return spelledOut(plain(text))
    .normalize('NFKC')
    .replace(/([\u0e4d\u0ecd])[\u0e32\u0eb2]/g, (_, nikhahit: string) => (nikhahit === '\u0e4d' ? '\u0e33' : '\u0eb3'))
    .slice(0, 2 * MAX_SCANNED);
}

function spelledOut(text: string): string {
  if (!text.includes(BEFORE_TAG)) return text;
  const letterOf = (tag: string) => String.fromCharCode((tag.codePointAt(0) ?? 0xe0020) - 0xe0000);
  return text.replace(TAGS, (tags) => ` ${[...tags].map(letterOf).join('')} `);
}

const LETTERS_APART = /(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}])){2,40}/gu;
/** What all of those hold, and hardly another text: it is found faster. */
const TWO_APART = / \p{L} \p{L}(?![\p{L}\p{N}])/u;
const DIGITS_FOR_LETTERS = /(?<![A-Za-z0-9])[a-z0134570]{4,16}(?![A-Za-z0-9])/g;
const LETTER_OF: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** Letters with blanks between them, and digits in the places of letters: people read them all the same. */
function plain(text: string): string {
  const joined = TWO_APART.test(text) ? text.replace(LETTERS_APART, (letters) => letters.replaceAll(' ', '')) : text;
  if (!/[a-z][0134570][a-z]/.test(joined)) return joined;
  return joined.replace(DIGITS_FOR_LETTERS, (word) => word.replace(/[0134570]/g, (digit) => LETTER_OF[digit] ?? digit));
}

/** Texts that are written in base64, so that only a machine reads them. */
function encodedIn(text: string): string[] {
  const found: string[] = [];
  for (const encoded of encodedRunsIn(text)) {
    if (found.length >= MAX_ENCODED) break;
    const decoded = Buffer.from(encoded, 'base64').toString('utf8');
    if (!/[\ufffd\u0000-\u0008]/.test(decoded) && /[\p{L}] [\p{L}]/u.test(decoded)) found.push(decoded);
  }
  return found;
}

/** Long runs of the characters of base64; looks at few of the others. */
function* encodedRunsIn(text: string): Generator<string> {
  for (let last = LEAST_ENCODED - 1; last < text.length; last += LEAST_ENCODED) {
    let from = last;
    while (from > last - LEAST_ENCODED && isBase64(text.charCodeAt(from))) from--;
    if (from > last - LEAST_ENCODED) {
      last = from;
      continue;
    }
    let to = last + 1;
    while (isBase64(text.charCodeAt(to))) to++;
    yield text.slice(Math.max(from + 1, to - MOST_ENCODED), to);
    last = to;
  }
}

function isBase64(unit: number): boolean {
  const small = unit | 32;
  return (small >= 97 && small <= 122 && unit < 128) || (unit >= 47 && unit <= 57) || unit === 43;
}
