/** Letters of other scripts that look like Latin letters, and the Latin letters that they look like. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  һ: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  у: 'y',
  ү: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  г: 'r',
  п: 'n',
  ь: 'b',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ω: 'w',
  ı: 'i',
  ɡ: 'g',
  ʏ: 'y',
  ո: 'n',
  օ: 'o',
  ս: 'u',
  հ: 'h',
  ց: 'g',
};
/** Digits and pairs that can pass for letters. */
const PASSES_FOR: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/3/g, 'e'],
  [/5/g, 's'],
];

/** A name of letters and other digits, which looks as it is in small letters. */
const AS_IT_IS = /^(?:[a-qs-uw-z246-9 .-]|r(?!n)|v(?!v))*$/;

/** How a name looks at a glance: two names with the same look are easily confused. */
export function lookOf(name: string): string {
  const small = name.toLowerCase();
  if (AS_IT_IS.test(small)) return small;
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\x00-\x7f]/g, (letter) => LOOKALIKES[letter] ?? letter);
  return PASSES_FOR.reduce((look, [pattern, letter]) => look.replace(pattern, letter), plain);
}

const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const GREEK = /\p{Script=Greek}/u;

/** Whether one word is written in two scripts whose letters look alike. */
export function mixesScripts(text: string): boolean {
  if (!/[^\x00-\x7f]/.test(text) || (!CYRILLIC.test(text) && !GREEK.test(text))) return false;
  return text
    .split(/[^\p{L}]+/u)
    .some((word) => [LATIN, CYRILLIC, GREEK].filter((script) => script.test(word)).length > 1);
}
