import type { Place } from '../text/lexicon.js';
import { withAsciiDigits } from '../text/letters.js';
import { candidatesIn, letterCandidatesIn, type Candidate } from './code-candidates.js';
import { evidenceIn, type Evidence } from './code-evidence.js';
import { imprintsIn, isImprinted, outside } from './code-imprint.js';
import { firstBehind } from '../text/places.js';
import { BEFORE, BEHIND, featuresOf, type Subject, type Surroundings } from './code-features.js';
import { CodeContext } from './code-context.js';
import { type CodeModel, codeModel, scoreOf } from './code-model.js';
import { confidenceOf, NAMELESS_RIVAL, RIVAL, signalsOf, sumOf, SURE_ENOUGH } from './code-rules.js';
import type { ExtractedCode, ExtractionInput } from './extractions.js';

const MAX_SCANNED = 64 * 1024;
/** Letters alone are looked for only where a mail begins. */
const MAX_LETTERS = 8 * 1024;
const MAX_SUBJECT = 1_000;
const MAX_CODES = 20;
const NOTHING: Evidence = { naming: [], code: [], purpose: [], around: [], other: [], offer: [] };
const NOTHING_STANDS_OUT: ReadonlySet<string> = new Set();
/** What the rules give less than this, no words around it make a code. */
const HOPELESS = -6;

/** So much of a sum comes from the words around a number, or it is not said. */
const LEARNED = 1;
const LIKE_CODES = 'the words around it are like those around codes';

/** Is told of each number that may be a code: what the rules say of it, and what stands around it. */
export type Watcher = (candidate: Candidate, sum: number, context: CodeContext) => void;

type Judge = { readonly model: CodeModel; readonly watch: Watcher | undefined };

const context = new CodeContext();

/**
 * Finds one-time codes: candidates by their shape, then what speaks for and against each, then a sum, then what a model
 * has learned of the words around such a number. Words are read only near candidates, so that mail without numbers costs
 * next to nothing.
 */
export function findCodes(
  { subject, plainText, html }: ExtractionInput,
  model: CodeModel = codeModel(),
  watch?: Watcher,
): ExtractedCode[] {
  const judge = { model, watch };
  const heading = headingOf(withAsciiDigits(subject.slice(0, MAX_SUBJECT)));
  const best = new Map<string, Found>();
  const take = (codes: readonly Found[]) => {
    for (const one of codes) {
      const known = best.get(one.code.value);
      if (!known || known.sum < one.sum) best.set(one.code.value, one);
    }
  };
  const own = codesOf(heading.text, 'subject', NOTHING_STANDS_OUT, { ...heading, evidence: NOTHING, text: '' }, judge);
  take(own);
  const known = { ...heading, hasCode: own.length > 0 };
  take(codesOf(withAsciiDigits(plainText.slice(0, MAX_SCANNED)), 'text', NOTHING_STANDS_OUT, known, judge));
  if (html) {
    const text = withAsciiDigits(
      html.lines
        .map((line) => line.text)
        .join('\n')
        .slice(0, MAX_SCANNED),
    );
    take(codesOf(text, 'html', new Set(html.prominent), known, judge));
  }
  const codes = [...best.values()].sort((a, b) => b.sum - a.sum).slice(0, MAX_CODES);
  const [first] = codes;
  if (first === undefined) return [];
  const isRival = (one: Found) => {
    const isOfItsKind = first.isAlone && one.isAlone && one.code.value.length === first.code.value.length;
    return one.sum >= first.sum - (first.isNamed && !one.isNamed && !isOfItsKind ? NAMELESS_RIVAL : RIVAL);
  };
  return codes.filter((one) => isRival(one)).map(({ code }) => code);
}

type Found = {
  readonly code: ExtractedCode;
  readonly sum: number;
  readonly isNamed: boolean;
  readonly isAlone: boolean;
};

function headingOf(text: string): Subject {
  return { text, evidence: evidenceIn(text), hasCode: false };
}

type Judged = Found & { readonly candidate: Candidate };

function codesOf(
  text: string,
  source: ExtractedCode['source'],
  prominent: ReadonlySet<string>,
  subject: Subject,
  judge: Judge,
): readonly Found[] {
  const candidates = candidatesIn(text);
  const imprints = imprintsIn(text, candidates);
  const count = candidates.filter((candidate) => !isImprinted(candidate, imprints)).length;
  const known = { text, evidence: NOTHING, prominent, count, imprints, mayWrap: source === 'text', subject };
  const judged = judgeAll(candidates, known, source, judge);
  if (judged.length > 0) return judged;
  // Letters alone are read only where nothing else is a code, since any word could be one.
  const start = text.slice(0, MAX_LETTERS);
  const letters = letterCandidatesIn(start);
  return judgeAll(letters, { ...known, text: start, count: 0, imprints: [] }, source, judge);
}

function judgeAll(
  candidates: readonly Candidate[],
  around: Surroundings,
  source: ExtractedCode['source'],
  { model, watch }: Judge,
): readonly Found[] {
  if (candidates.length === 0) return [];
  const evidence = evidenceNear(around.text, candidates);
  // No imprint says how long it is valid, or where to type it.
  const imprints = around.imprints.filter(({ from, to }) => {
    const said = evidence.around[firstBehind(evidence.around, from)];
    return said === undefined || said.at >= to;
  });
  const said = (places: readonly Place[]) => outside(places, imprints);
  const surroundings = {
    ...around,
    imprints,
    evidence: { ...evidence, purpose: said(evidence.purpose), around: said(evidence.around) },
  };
  const judged = candidates.flatMap((candidate): Judged[] => {
    const features = featuresOf(candidate, surroundings);
    const rules = sumOf(candidate.shape, features);
    if (rules < HOPELESS) return [];
    const { text, subject, count } = surroundings;
    context.read(candidate, { text, subject: subject.text, features, source, count });
    // What opens a meeting is called a code as well, and is read in the same words: nothing is learned of it.
    const opensMeeting = features.has('meeting');
    if (!opensMeeting) watch?.(candidate, rules, context);
    const sum = opensMeeting ? Math.min(rules, 0) : scoreOf(context, rules, model);
    const signals = [...signalsOf(features), ...(sum > model.rules * rules + LEARNED ? [LIKE_CODES] : [])];
    const code = { value: candidate.value, confidence: confidenceOf(sum), source, signals };
    const isNamed = features.has('namedDirectly') || features.has('coded');
    return [{ candidate, code, sum, isNamed, isAlone: features.has('alone') }];
  });
  const sure = withColumns(judged, around.text).filter(({ code }) => code.confidence >= SURE_ENOUGH);
  const owners = ownersOf(sure, surroundings.evidence);
  return sure.filter((one) => one.isAlone || owners.has(one));
}

/** Codes of one kind in lines below each other are a list: what is said of it stands beside one of them, and goes for all. */
function withColumns(judged: readonly Judged[], text: string): readonly Judged[] {
  const columns: Judged[][] = [];
  for (const one of judged) {
    const above = columns.at(-1)?.at(-1);
    if (above !== undefined && isBelow(one, above, text)) columns.at(-1)?.push(one);
    else columns.push([one]);
  }
  return columns.flatMap((column) => {
    const best = column.reduce((a, b) => (b.sum > a.sum ? b : a));
    const { confidence, signals } = best.code;
    return column.map((one) => ({ ...one, sum: best.sum, code: { ...one.code, confidence, signals } }));
  });
}

function isBelow(one: Judged, above: Judged, text: string): boolean {
  const [candidate, last] = [one.candidate, above.candidate];
  if (!one.isAlone || !above.isAlone || candidate.shape !== last.shape) return false;
  return (
    candidate.value.length === last.value.length && /^\s*\n\s*$/.test(text.slice(last.end, candidate.at).slice(0, 40))
  );
}

/** Reads the words around the candidates, each part of the text once. */
function evidenceNear(text: string, candidates: readonly Candidate[]): Evidence {
  const [first] = candidates;
  const last = candidates.at(-1);
  if (first === undefined || last === undefined) return NOTHING;
  const parts: Evidence[] = [];
  let from = Math.max(0, first.at - BEFORE);
  let to = first.end + BEHIND;
  for (const { at, end } of candidates) {
    if (at - BEFORE > to) {
      parts.push(evidenceIn(text, from, Math.min(to, text.length)));
      from = at - BEFORE;
    }
    to = end + BEHIND;
  }
  parts.push(evidenceIn(text, from, Math.min(to, text.length)));
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const joined = (name: keyof Evidence): Place[] => parts.flatMap((part) => part[name]);
  return {
    naming: joined('naming'),
    code: joined('code'),
    purpose: joined('purpose'),
    around: joined('around'),
    other: joined('other'),
    offer: joined('offer'),
  };
}

/**
 * A word names the number nearest to it; other numbers within its reach, such as those of a card or a telephone, remain
 * unnamed.
 */
function ownersOf(judged: readonly Judged[], { naming, code }: Evidence): ReadonlySet<Judged> {
  const owners = new Map<Place, Judged>();
  const unnamed: Judged[] = [];
  for (const one of judged) {
    const name = nearest(one.candidate, naming) ?? nearest(one.candidate, code);
    if (name === undefined) {
      unnamed.push(one);
      continue;
    }
    const owner = owners.get(name);
    if (!owner || distance(one.candidate, name) < distance(owner.candidate, name)) owners.set(name, one);
  }
  return new Set([...owners.values(), ...unnamed]);
}

function nearest(candidate: Candidate, places: readonly Place[]): Place | undefined {
  const next = firstBehind(places, candidate.at);
  const near = [places[next - 1], places[next]].flatMap((place) =>
    place !== undefined && distance(candidate, place) <= BEFORE ? place : [],
  );
  return near.sort((a, b) => distance(candidate, a) - distance(candidate, b))[0];
}

/** A word that follows counts for less than one that precedes. */
function distance({ at, end }: Candidate, place: Place): number {
  return place.end <= at ? at - place.end : Math.abs(place.at - end) + 8;
}
