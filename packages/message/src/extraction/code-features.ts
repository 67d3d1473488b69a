import type { Place } from '../text/lexicon.js';
import type { Candidate } from './code-candidates.js';
import { clauseEndsIn, firstBehind } from '../text/places.js';
import type { Evidence } from './code-evidence.js';
import { NAMED } from './code-words.js';
import { isImprinted, type Imprint } from './code-imprint.js';
import { MEETING } from './words/meeting-words.js';
import { IS, IS_BEHIND, YOUR } from './words/your-words.js';
import { TYPE_ABOVE, TYPE_BEFORE, TYPE_BEHIND } from './words/type-words.js';
import type { Feature } from './code-rules.js';

/** How far around a candidate its words are looked for. */
export const BEFORE = 160;
export const BEHIND = 200;
/** The reach of a name in its own sentence, before and behind. */
const CLAUSE = 90;
const CLAUSE_BEHIND = 60;
/** The reach of a name with nothing but "is" between. */
const DIRECT = 26;
const OTHER_DIRECT = 16;
const CROWD = 8;
/** The end of a long line that goes on in the next. */
const WRAPPED_ABOVE = /[^\n]{50}[\p{L}\p{N},]\n$/u;
/** A text that is shorter than this, and a code before this in it, may be all there is to say. */
const SHORT = 500;
const LEADING = 120;

export type Subject = { readonly text: string; readonly evidence: Evidence; readonly hasCode: boolean };

export type Surroundings = {
  readonly text: string;
  readonly evidence: Evidence;
  readonly subject: Subject;
  /** Pieces that are larger, bolder or wider than the text, without blanks. */
  readonly prominent: ReadonlySet<string>;
  /** How many candidates the text has outside of imprints. */
  readonly count: number;
  readonly imprints: readonly Imprint[];
  /** Whether its lines may be those of a program that wraps at a width. */
  readonly mayWrap: boolean;
};

/** One of these is near nearly every one-time code; mails have codes of many other kinds. */
const USE: readonly Feature[] = [
  'around',
  'alone',
  'standsOut',
  'typed',
  'pin',
  'namedInSubject',
  'codedInSubject',
  'inSubject',
];
const AGAINST: readonly Feature[] = ['otherDirectly', 'otherNear', 'otherInSubject', 'offer', 'offerInSubject'];

/** Everything that is noticed about a candidate. */
export function featuresOf(candidate: Candidate, around: Surroundings): Set<Feature> {
  const features = new Set<Feature>();
  if (isImprinted(candidate, around.imprints)) features.add('imprint');
  addShape(features, candidate);
  addStanding(features, candidate, around);
  addNames(features, candidate, around);
  addTyping(features, candidate, around.text);
  addOthers(features, candidate, around);
  addSubject(features, candidate, around.subject);
  weighName(features, candidate, around);
  if (isForMeeting(candidate, around)) features.add('meeting');
  // A number that is called something else does not become a code by standing first.
  if (AGAINST.some((feature) => features.has(feature))) features.delete('leads');
  return features;
}

function isForMeeting({ at, end }: Candidate, { text, subject }: Surroundings): boolean {
  return MEETING.test(subject.text) || MEETING.test(text.slice(Math.max(0, at - BEFORE), end + 40));
}

/** A name that means nothing else needs no more; a word for codes of any kind does, among other numbers. */
function weighName(features: Set<Feature>, { at, end }: Candidate, { text, count, evidence }: Surroundings): void {
  const next = firstBehind(evidence.naming, at);
  const name = evidence.naming[next - 1] ?? evidence.naming[next];
  if (features.has('namedDirectly')) features.delete('crowded');
  if (features.has('namedDirectly') && name !== undefined && (name.is & NAMED) !== 0) {
    features.delete('imprintButNamed');
    features.delete('otherInSubject');
    return;
  }
  if (count <= 1 || USE.some((feature) => features.has(feature))) return;
  if (!features.has('namedDirectly') && !features.has('coded')) return;
  const isSaid = IS.test(text.slice(Math.max(0, at - 12), at)) || IS_BEHIND.test(text.slice(end, end + 10));
  const clause = text.slice(Math.max(0, at - 48), at).replace(/^.*[\n.!?。]/s, '') + text.slice(at, end + 24);
  if (!isSaid && !YOUR.test(clause)) features.add('unsaid');
}

function addShape(features: Set<Feature>, { value, shape }: Candidate): void {
  if (/^\d{6}$/.test(value)) features.add('sixDigits');
  if (shape === 'digits' && /^(?:19|20)\d\d$/.test(value)) features.add('like');
  if (/^[1-9]0{3,}$|^\d{2,4}000$/.test(value)) features.add('round');
  if (/^[A-Z]{3,}\d{1,3}$/.test(value)) features.add('coupon');
  if (/^[A-Z]{1,5}(?:-\d{2,6}){2,}$|-20[0-4]\d-/.test(value)) features.add('numbered');
}

function addStanding(
  features: Set<Feature>,
  { at, end, value, shape }: Candidate,
  { text, prominent, count, mayWrap }: Surroundings,
): void {
  const before = text.slice(Math.max(0, text.lastIndexOf('\n', at - 1) + 1, at - 40), at);
  const stop = text.indexOf('\n', end);
  const behind = text.slice(end, Math.min(stop === -1 ? text.length : stop, end + 40));
  const isRest = mayWrap && before.trim() === '' && WRAPPED_ABOVE.test(text.slice(Math.max(0, at - 60), at));
  if (!isRest && !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(behind)) features.add('alone');
  const isFirst = at < LEADING && text.length < SHORT && (shape === 'digits' || shape === 'single characters');
  if (isFirst && features.has('alone') && count <= CROWD && /^\d{4,8}$/.test(value)) features.add('leads');
  if (prominent.has(value.replace(/[^A-Za-z0-9]/g, ''))) features.add('standsOut');
  if (count > CROWD) features.add('crowded');
}

function addNames(features: Set<Feature>, candidate: Candidate, { text, evidence }: Surroundings): void {
  const isInImprint = features.has('imprint');
  const named = reachOf(text, candidate, evidence.naming);
  const coded = reachOf(text, candidate, evidence.code);
  if (named === 'direct') features.add('namedDirectly');
  else if (named === 'clause') features.add('namedInClause');
  if (coded === 'direct' && named !== 'direct') features.add('coded');
  else if (coded === 'clause' && named !== 'direct' && named !== 'clause') features.add('codedInClause');
  if (!hasName(features) && !isInImprint) {
    // What stands within a line of its own has its name there.
    const isApart = !features.has('alone');
    if (named === 'near') features.add(isApart ? 'namedApart' : 'namedNear');
    else if (coded === 'near') features.add(isApart ? 'codedApart' : 'codedNear');
  }
  if (features.has('coded')) features.delete('namedInClause');
  const near = (places: readonly Place[]) => (isInImprint ? 0 : within(candidate, places));
  if (near(evidence.purpose) > 0) features.add('purpose');
  const said = near(evidence.around);
  if (said > 0) features.add('around');
  if (said > 1) features.add('aroundMuch');
}

const NAMES: readonly Feature[] = ['namedDirectly', 'namedInClause', 'coded', 'codedInClause'];
const hasName = (features: ReadonlySet<Feature>) => NAMES.some((name) => features.has(name));

type Reach = 'direct' | 'clause' | 'near' | 'none';

function reachOf(text: string, { at, end }: Candidate, places: readonly Place[]): Reach {
  const next = firstBehind(places, at);
  let best: Reach = 'none';
  // The last word before it may overlap with one that ends nearer.
  for (const place of places.slice(Math.max(0, next - 3), next)) {
    if (place.end > at || at - place.end > BEFORE) continue;
    const gap = at - place.end;
    const isClause = gap <= CLAUSE && !clauseEndsIn(text, place.end, at);
    const between = text.slice(place.end, at);
    if (gap <= DIRECT && isClause && !/[\d,]/.test(between)) return 'direct';
    if (!/[\p{L}\p{N}]/u.test(between) && gap <= 60) return 'direct';
    best = isClause ? 'clause' : best === 'clause' ? 'clause' : 'near';
  }
  for (const place of places.slice(next, next + 2)) {
    const gap = place.at - end;
    if (gap < 0 || gap > BEHIND / 2) continue;
    // A name with a colon behind it announces what follows.
    const isAnnouncing = /^\s?[:：]/.test(text.slice(place.end, place.end + 2));
    const isClause = gap <= CLAUSE_BEHIND && !isAnnouncing && !/[\n\d]/.test(text.slice(end, place.at));
    if (isClause && !clauseEndsIn(text, end, place.at)) return beginsClause(text, at) ? 'direct' : 'clause';
    if (best === 'none' && !isAnnouncing) best = 'near';
  }
  return best;
}

/** "4711 is your code": nothing precedes it in its sentence. */
function beginsClause(text: string, at: number): boolean {
  return /(?:^|[\n.!?。！？:：])[\s"'“«»([*]*$/u.test(text.slice(Math.max(0, at - 8), at));
}

function within({ at, end }: Candidate, places: readonly Place[]): number {
  const first = firstBehind(places, at - BEFORE);
  return firstBehind(places, end + BEHIND) - first;
}

/** Where a text says to type a thing, that thing is a code, whatever it is called. */
function addTyping(features: Set<Feature>, { at, end, value }: Candidate, text: string): void {
  const isTyped = TYPE_BEFORE.test(text.slice(Math.max(0, at - 40), at)) || TYPE_BEHIND.test(text.slice(end, end + 30));
  if (features.has('alone') && /^\d+$/.test(value) && TYPE_ABOVE.test(lineAbove(text, at))) features.add('typedBelow');
  if (isTyped && !features.has('namedDirectly') && !features.has('coded')) features.add('typed');
  const isNamed = features.has('namedDirectly') || features.has('coded');
  if (isNamed && PIN.test(text.slice(Math.max(0, at - 40), at))) features.add('pin');
  if (isNamed && features.delete('like')) features.add('likeButNamed');
  if ((isNamed || features.has('typed')) && features.delete('imprint')) features.add('imprintButNamed');
}

/** The line of words above what stands alone. */
function lineAbove(text: string, at: number): string {
  const above = text.slice(Math.max(0, at - BEFORE), at).replace(/[^\p{L}\p{N}]+$/u, '');
  return above.slice(above.lastIndexOf('\n') + 1);
}

const PIN = /(?<!\p{L})(?:pin|пин|пін)(?!\p{L})(?! ?code)/iu;

function addOthers(features: Set<Feature>, candidate: Candidate, { text, evidence }: Surroundings): void {
  const { at, end } = candidate;
  const next = firstBehind(evidence.other, at);
  const before = evidence.other[next - 1];
  const behind = evidence.other[next];
  const names = Math.max(lastEnd(evidence.naming, at), lastEnd(evidence.code, at));
  // The nearer word says what it is.
  if (before !== undefined && before.end <= at && before.end > names) {
    const gap = at - before.end;
    const between = text.slice(before.end, at);
    const isClause = !clauseEndsIn(text, before.end, at);
    // A number in a line of its own has its name in the words that lead to it.
    const isElsewhere = features.has('alone') && (!isClause || /\n[^\n]{0,80}[\p{L}\p{N}]/u.test(between));
    if (isClause && gap <= OTHER_DIRECT && !/\d|^\s?[,،、]/.test(between)) features.add('otherDirectly');
    else if (gap <= CLAUSE && !isElsewhere) features.add('otherNear');
  }
  if (
    behind !== undefined &&
    behind.at >= end &&
    behind.at - end <= 1 &&
    !/[.,;，、。；\n]/.test(text.slice(end, behind.at))
  )
    features.add('otherDirectly');
  if (REGION.test(text.slice(Math.max(0, at - 6), at))) features.add('otherDirectly');
  if (within(candidate, evidence.offer) > 0) features.add('offer');
}

/** "Cambridge, MA 02139": short capitals behind a comma are a region. */
const REGION = /,\s\p{Lu}{2,3}[ \u00a0-]$/u;

function lastEnd(places: readonly Place[], at: number): number {
  const before = places[firstBehind(places, at) - 1];
  return before === undefined || before.end > at ? -1 : before.end;
}

function addSubject(features: Set<Feature>, { value }: Candidate, { text, evidence, hasCode }: Subject): void {
  if (evidence.naming.length > 0) features.add('namedInSubject');
  else if (evidence.code.length > 0) features.add('codedInSubject');
  if (evidence.purpose.length > 0) features.add('purposeInSubject');
  if (evidence.other.length > 0 && evidence.naming.length === 0) features.add('otherInSubject');
  if (evidence.offer.length > 0) features.add('offerInSubject');
  if (text.includes(value)) features.add('inSubject');
  else if (hasCode) features.add('elsewhere');
}
