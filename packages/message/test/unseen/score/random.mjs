const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const HEX = '0123456789abcdef';

/** Numbers from 0 to 1 that are the same in every run (mulberry32), one series for each text. */
export function randomOf(text) {
  let state = 2166136261;
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0), 16777619) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Fills what stands in braces: `{12..31}` with a number of that range, `{one/two}` with one of the words, and any
 * other pattern sign by sign: `#` a digit, `A` and `a` a letter, `x` a hexadecimal digit, `X` a capital or a digit.
 */
export function fill(text, random) {
  const pick = (signs) => signs[Math.floor(random() * signs.length)];
  return text.replace(/\{([^{}\n]+)\}/g, (_, pattern) => {
    const [, low, high] = /^(\d+)\.\.(\d+)$/.exec(pattern) ?? [];
    if (high !== undefined) return String(Number(low) + Math.floor(random() * (Number(high) - Number(low) + 1)));
    if (pattern.includes('/')) return pick(pattern.split('/'));
    return pattern.replace(/[#AaxX]/g, (sign, at) => {
      if (sign === '#') return at === 0 ? pick('123456789') : pick('0123456789');
      if (sign === 'A') return pick(LETTERS);
      if (sign === 'a') return pick(LETTERS).toLowerCase();
      return sign === 'x' ? pick(HEX) : pick(`${LETTERS}0123456789`);
    });
  });
}

export const base36 = (random, length) => Array.from({ length }, () => Math.floor(random() * 36).toString(36)).join('');
