import type { CodeShape } from './code-candidates.js';

/** Whatever is not a code has this to overcome; the sum of all weights becomes a confidence. */
export const BASE = -3.6;
/** The least confidence of what is reported. */
export const SURE_ENOUGH = 0.73;
/** A mail has one code, mostly: what falls short of the best by more than this is another number. */
export const RIVAL = 1.6;
/** The same for what no word names, beside what is named. */
export const NAMELESS_RIVAL = 0.8;

export const SHAPES: Readonly<Record<CodeShape, number>> = {
  digits: 0,
  'grouped digits': 0.5,
  'single characters': 1.4,
  'prefixed digits': 0.3,
  'capitals and digits': -0.2,
  'groups of capitals': -0.4,
  'small letters and digits': -1.1,
  'mixed letters and digits': -0.6,
  capitals: -1.9,
  'small letters': -3,
};

/** How much one piece of evidence weighs, and what it is called where the result explains itself. */
export const WEIGHTS = {
  namedDirectly: [4.3, 'a name for codes stands beside it'],
  namedInClause: [3.4, 'a name for codes stands in its sentence'],
  namedNear: [2.4, 'a name for codes stands near it'],
  coded: [3.6, 'a word for codes stands beside it'],
  codedInClause: [2.2, 'a word for codes stands in its sentence'],
  codedNear: [1.2, 'a word for codes stands near it'],
  namedApart: [1.6, 'a name for codes stands somewhere near it'],
  codedApart: [0.7, 'a word for codes stands somewhere near it'],
  namedInSubject: [1.9, 'the subject names a code'],
  codedInSubject: [0.9, 'the subject speaks of a code'],
  purpose: [0.9, 'the text speaks of signing in or confirming'],
  purposeInSubject: [0.8, 'the subject speaks of signing in or confirming'],
  around: [0.5, 'the text says how to use it'],
  aroundMuch: [0.6, 'the text says how long it is valid or that it is secret'],
  alone: [1.5, 'it stands alone in its line'],
  standsOut: [1.2, 'it stands out from the text'],
  sixDigits: [0.8, 'it has six digits'],
  leads: [1.9, 'a short text begins with it'],
  elsewhere: [-2, 'the subject holds another code'],
  inSubject: [0.8, 'the subject holds it too'],
  typed: [3.2, 'the text says to type it'],
  typedBelow: [2.2, 'the line above says to type it'],
  pin: [0.9, 'it is called a PIN'],
  like: [-2.2, 'it may be a year'],
  likeButNamed: [-0.4, 'it may be a year'],
  round: [-1, 'it is a round number'],
  coupon: [-1.3, 'it is a word with a number'],
  meeting: [-2.6, 'it opens a meeting'],
  numbered: [-1.8, 'it is written as documents are numbered'],
  otherDirectly: [-4.2, 'another name stands beside it'],
  otherNear: [-1.6, 'another name stands near it'],
  otherInSubject: [-0.7, 'the subject is about something else'],
  offer: [-1.7, 'the text is an offer'],
  offerInSubject: [-1, 'the subject is an offer'],
  imprint: [-2.2, 'it stands among the numbers of an imprint'],
  imprintButNamed: [-1, 'it stands among the numbers of an imprint'],
  unsaid: [-1.5, 'nothing says how to use it'],
  crowded: [-1.6, 'it is one of many numbers'],
} as const satisfies Record<string, readonly [number, string]>;

export type Feature = keyof typeof WEIGHTS;
export const FEATURES = Object.keys(WEIGHTS) as readonly Feature[];

export function sumOf(shape: CodeShape, features: ReadonlySet<Feature>): number {
  let sum = BASE + SHAPES[shape];
  for (const feature of features) sum += WEIGHTS[feature][0];
  return sum;
}

export function confidenceOf(sum: number): number {
  return Math.min(0.99, Number((1 / (1 + Math.exp(-sum))).toFixed(2)));
}

/** What speaks for it, the strongest first. */
export function signalsOf(features: ReadonlySet<Feature>): string[] {
  return [...features]
    .filter((feature) => WEIGHTS[feature][0] > 0)
    .sort((a, b) => WEIGHTS[b][0] - WEIGHTS[a][0])
    .map((feature) => WEIGHTS[feature][1]);
}
