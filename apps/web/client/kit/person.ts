import { straight } from './straight.js';

type Person = { readonly name: string; readonly email: string };

/** What somebody may take for an at sign, besides those that are one in compatibility form (NFKC: ＠, ﹫). */
const LIKE_AT = /[Ⓐⓐ🄰🅐🅰]/gu;
/** They are not seen, and may stand between the letters of an address. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;
/** What an address ends at. */
const BETWEEN = /[\s<>()[\]",;:]+/u;

const plain = (text: string) => text.replace(LIKE_AT, '@').replace(UNSEEN, '').normalize('NFKC').toLowerCase();

/**
 * What a line calls somebody: by the name that they chose, unless that holds an address which is not theirs. Anyone can
 * call himself `ceo@bank.example`, and what reads as an address is taken for the real one.
 */
export function calledBy({ name, email }: Person): string {
  const own = plain(email);
  const isOwn = (word: string) => word === own || word === `'${own}'`;
  const addresses = plain(name)
    .split(BETWEEN)
    .filter((word) => word.includes('@'));
  return straight(name).trim() === '' || !addresses.every(isOwn) ? email : name;
}

/** The first letters of what somebody is called by. A letter may be two units of its text, and half of it is none. */
export function initialsOf(person: Person): string {
  const words = straight(calledBy(person))
    .split(/[\s@.]+/)
    .filter(Boolean);
  const letters = words.slice(0, 2).map(([letter = '']) => letter.toUpperCase());
  return letters.join('');
}
