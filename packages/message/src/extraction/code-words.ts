import { Lexicon } from '../text/lexicon.js';
import { eastAsian } from './words/east-asian.js';
import { european } from './words/european.js';
import { germanic } from './words/germanic.js';
import { handoverWords } from './words/handover-words.js';
import { endingWords, kindWords } from './words/kind-words.js';
import type { LanguageWords } from './words/language-words.js';
import { passwordWords } from './words/link-words.js';
import { romance } from './words/romance.js';
import { slavic } from './words/slavic.js';
import { southAsian } from './words/south-asian.js';
import { southeastAsian } from './words/southeast-asian.js';
import { westernAsian } from './words/western-asian.js';

/** The bits of what a word says of a number near it (`LanguageWords`). */
export const CODE = 1;
export const PURPOSE = 2;
export const NAMED = 4;
export const AROUND = 8;
export const OTHER = 16;
export const OFFER = 32;
/** A password names a one-time code only where it is called one: most mails that speak of one have no code. */
export const PASSWORD = 64;
export const NUMBER = 128;

const bits: readonly (readonly [keyof LanguageWords, number])[] = [
  ['code', CODE],
  ['purpose', PURPOSE],
  ['named', NAMED],
  ['around', AROUND],
  ['other', OTHER],
  ['offer', OFFER],
  ['number', NUMBER],
];

const groups = [germanic, romance, slavic, european, eastAsian, southeastAsian, southAsian, westernAsian];

let lexicon: Lexicon | undefined;

/** The words of all languages; built by the first mail that needs them, since most processes never read one. */
export function codeWords(): Lexicon {
  return (lexicon ??= new Lexicon([
    [PASSWORD, passwordWords],
    [NAMED, handoverWords],
    [OTHER, kindWords],
    [OTHER, endingWords],
    ...groups.flatMap((group) =>
      Object.values(group).flatMap((language) =>
        bits.flatMap(([name, bit]) => (language[name] === undefined ? [] : [[bit, language[name]] as const])),
      ),
    ),
  ]));
}
