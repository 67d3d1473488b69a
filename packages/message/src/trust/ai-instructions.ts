import { intentsIn, type AiInstruction, type Sign } from './ai-intents.js';
import { aiLexicon } from './ai-lexicon.js';
import type { Place } from '../text/lexicon.js';
import { markersIn } from './ai-markers.js';
import { bestPassage } from './ai-model.js';
import { addNoticed } from './ai-noticed.js';
import { Passages } from './ai-passages.js';
import { isInQuotation } from './ai-quotations.js';
import { encodedIn, isAscii, MAX_SCANNED, readable } from './ai-readable.js';
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

/**
 * Finds what the text asks of an AI, in the languages in which people are deceived. Linear and bounded.
 *
 * @param hiding whether a person reads it too; what only a machine reads needs less to be told
 */
export function aiInstructionsIn(source: string, hiding: Hiding = 'shown'): Set<AiInstruction> {
  if (!/\S/.test(source)) return new Set();
  passages ??= new Passages();
  const text = readInto(passages, source);
  const found = judged(text, passages, hiding);
  for (const encoded of encodedIn(text))
    for (const is of judged(encoded, passages.read(encoded), 'hidden')) found.add(is);
  return found;
}

/** Reads a text, and returns it as a model would read it. */
function readInto(passages: Passages, source: string): string {
  const seen = source.slice(0, MAX_SCANNED);
  const isRead = isAscii(seen);
  if (isRead && !passages.read(seen).isDisguised) return seen;
  const text = readable(seen);
  if (!isRead || text !== seen) passages.read(text);
  return text;
}

/** What the rules find, unless the model disagrees; what it is sure of, it tells alone. It has no say on a few words. */
function judged(text: string, passages: Passages, hiding: Hiding): Set<AiInstruction> {
  const weights = instructionWeights();
  const isSaid = bestPassage(passages, weights, best, HOPELESS);
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
  const text = readInto(passages, source);
  const { places, signs } = noticedIn(text, markersIn(text));
  addNoticed(passages, places, signs);
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
