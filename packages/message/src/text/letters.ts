/** What `foldUnit` returns for what a comparison steps over: marks above letters, and characters without width. */
export const SKIPPED = 0xffff;

/** Zero means that the unit was not looked at yet. */
const folds = new Uint16Array(0x10000);
const kinds = new Uint8Array(0x10000);

/** Letters that have no decomposition, and signs that stand for others. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 's',
  æ: 'a',
  œ: 'o',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 't',
  ς: 'σ',
  ə: 'e',
  і: 'і',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '`': "'",
  ک: 'ك',
  ی: 'ي',
  ې: 'ي',
  ہ: 'ه',
  ة: 'ه',
  ى: 'ي',
};
/** Latin, Greek and Cyrillic accents, Hebrew points, the Arabic tatweel and vowels, and the dots below Indian letters. */
const MARKS: readonly (readonly [number, number])[] = [
  [0x0300, 0x036f],
  [0x0591, 0x05c7],
  [0x0640, 0x0640],
  [0x064b, 0x065f],
  [0x0670, 0x0670],
  [0x093c, 0x093c],
  [0x09bc, 0x09bc],
];

/**
 * One UTF-16 unit without case, accent or width, so that positions hold: dashes and all blanks are a blank, digits of
 * all scripts are those of ASCII.
 */
export function foldUnit(unit: number): number {
  const known = folds[unit] ?? 0;
  if (known !== 0) return known;
  const folded = foldNew(String.fromCharCode(unit));
  folds[unit] = folded;
  return folded;
}

function foldNew(character: string): number {
  const unit = character.charCodeAt(0);
  if (MARKS.some(([first, last]) => unit >= first && unit <= last)) return SKIPPED;
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return SKIPPED;
  if (/[\s\u0000-\u001f\p{Pd}]/u.test(character)) return 32;
  if (/\p{Nd}/u.test(character)) return 48 + digitOf(unit);
  const lower = character.normalize('NFKC').charAt(0).toLowerCase().charAt(0);
  const base = /[\uac00-\ud7a3]/.test(lower) ? lower : lower.normalize('NFD').charAt(0);
  return (PLAIN[base] ?? base).charCodeAt(0);
}

/** Decimal digits come in rows of ten; the row's zero is the one whose predecessor is not a digit. */
function digitOf(unit: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCharCode(unit - value - 1))) value += 1;
  return value;
}

/** Words of a spaced script stand apart; those of a joined one follow each other, or small words without a blank. */
export const NO_LETTER = 0;
export const SPACED = 1;
export const JOINED = 2;
const JOINED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Ethiopic}ー]/u;

/** What kind of letter a unit is: one of the three above. */
export function letterKind(unit: number): number {
  const known = kinds[unit] ?? 0;
  if (known !== 0) return known - 1;
  const character = String.fromCharCode(unit);
  const isLetter = /[\p{L}\p{M}]/u.test(character);
  const kind = !isLetter ? NO_LETTER : JOINED_SCRIPTS.test(character) ? JOINED : SPACED;
  kinds[unit] = kind + 1;
  return kind;
}

/** The text with each unit folded; what is stepped over stays out, so positions do not hold. */
export function foldedLetters(text: string): string {
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const unit = foldUnit(text.charCodeAt(i));
    if (unit !== SKIPPED) folded += String.fromCharCode(unit);
  }
  return folded;
}

/** The text with the digits of all scripts as those of ASCII, unit for unit. */
export function withAsciiDigits(text: string): string {
  if (!/(?![0-9])\p{Nd}/u.test(text)) return text;
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) =>
    digit.length === 1 ? String.fromCharCode(foldUnit(digit.charCodeAt(0))) : digit,
  );
}
