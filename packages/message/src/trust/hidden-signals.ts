import type { HiddenText, HtmlText } from '../html/read-html.js';
import { trustSignal, type TrustSignal } from './trust-signal.js';

/** The length that mail programs show beside the subject; a longer text is not a preview. */
const MAX_PREHEADER = 300;
/** A word or two is a label for screen readers. */
const LEAST_LETTERS = 30;
const MAX_COMPARED = 256 * 1024;

const WORDS = /[^\p{L}\p{N}]+/gu;
/** Data in characters that nobody sees: tags, variation selectors, runs of blanks without width. */
const TAGS = /[\u{e0001}\u{e0020}-\u{e007f}]/u;
/** Flags of England, Scotland and Wales (UTS #51). */
const FLAGS = /\u{1f3f4}[\u{e0061}-\u{e007a}]{2,8}\u{e007f}/gu;
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4}/u;
const RUN = /[\u200b-\u200d\u2060-\u2064\ufeff\u180e]{16}/u;
const CUT_WORDS = /[A-Za-z\u0400-\u04ff][\u200b-\u200d\u2060\ufeff](?=[A-Za-z\u0400-\u04ff])/g;
const MANY_CUTS = 5;

/**
 * Finds text that HTML hides from its reader. It ignores the preview that precedes everything, text too short to say
 * anything, and text that is visible elsewhere, such as parts that only a telephone or only a screen shows.
 */
export function hiddenTextSignals({ hidden, lines }: HtmlText): TrustSignal[] {
  if (hidden.length === 0) return [];
  const preheader = hidden.find(({ isPreheader }) => isPreheader);
  const rest = hidden.filter((piece) => piece !== preheader || lettersOf(piece.text).length > MAX_PREHEADER);
  let known: string | undefined;
  const seen = () =>
    (known ??= lettersOf(
      lines
        .map(({ text }) => text)
        .join(' ')
        .slice(0, MAX_COMPARED),
    ));
  const count = new Map<HiddenText['by'], number>();
  for (const { text, by } of rest) {
    const letters = lettersOf(text);
    if (weightOf(letters) < LEAST_LETTERS || isShown(seen(), letters)) continue;
    count.set(by, (count.get(by) ?? 0) + letters.length);
  }
  return [...count].map(([by, letters]) => trustSignal('hidden_text', `${letters} letters are hidden by ${by}.`));
}

/** Whatever exceeds the bounds of reading may be hidden, and may be anything. */
export function unreadTextSignals({ isWhole }: HtmlText): TrustSignal[] {
  return isWhole
    ? []
    : [trustSignal('html_too_complex', 'The HTML is too long or too complex to tell what of it is seen.')];
}

/** @param texts the texts as they came, from the subject to the HTML */
export function invisibleCharacterSignals(texts: readonly string[]): TrustSignal[] {
  const signals = new Map<string, TrustSignal>();
  const add = (detail: string) => signals.set(detail, trustSignal('invisible_characters', detail));
  for (const text of texts) {
    if (!/\p{Default_Ignorable_Code_Point}/u.test(text)) continue;
    if (TAGS.test(text.replace(FLAGS, ''))) add('Unicode tag characters spell text that nobody sees.');
    if (SELECTORS.test(text)) add('Variation selectors in a row can carry text that nobody sees.');
    if (RUN.test(text)) add('Long runs of characters without width can carry text that nobody sees.');
    const cuts = text.match(CUT_WORDS)?.length ?? 0;
    if (cuts >= MANY_CUTS) add(`Characters without width cut ${cuts} words in two.`);
  }
  return [...signals.values()];
}

/** A letter of a script of syllables or words says as much as three of an alphabet. */
function weightOf(letters: string): number {
  return letters.length + 2 * (letters.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/g)?.length ?? 0);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(WORDS, '');
}

/** The search is bounded: it looks only for the beginnings of long texts. */
function isShown(seen: string, letters: string): boolean {
  return seen.includes(letters.slice(0, 100)) && (letters.length <= 100 || seen.includes(letters.slice(-100)));
}
