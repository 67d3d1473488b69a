/** Red, green, blue, and how much of it covers what lies behind, from 0 to 1; null means a color that is not understood. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number] | null;

const TRANSPARENT: Color = [0, 0, 0, 0];

const NAMES: Readonly<Record<string, number>> = {
  white: 0xffffff,
  black: 0x000000,
  snow: 0xfffafa,
  ivory: 0xfffff0,
  whitesmoke: 0xf5f5f5,
  ghostwhite: 0xf8f8ff,
  floralwhite: 0xfffaf0,
  silver: 0xc0c0c0,
  gray: 0x808080,
  grey: 0x808080,
  red: 0xff0000,
  green: 0x008000,
  blue: 0x0000ff,
  navy: 0x000080,
  yellow: 0xffff00,
  orange: 0xffa500,
};
const FUNCTION =
  /^rgba?\(\s*([\d.]{1,6}%?)\s*[, ]\s*([\d.]{1,6}%?)\s*[, ]\s*([\d.]{1,6}%?)\s*(?:[,/]\s*([\d.]{1,8}%?))?\s*\)/;
/** The sum of the differences of the three channels up to which no eye tells colors apart. */
const EQUAL = 24;
/** Text that covers less than this of what is behind it is not seen, whatever is behind it. */
const LEAST_ALPHA = 0.05;

export function parseColor(value: string): Color {
  const text = value.trim().toLowerCase().slice(0, 80);
  if (text === 'transparent') return TRANSPARENT;
  const digits = /^#?([\da-f]{8}|[\da-f]{6}|[\da-f]{4}|[\da-f]{3})(?![\da-f])/.exec(text)?.[1];
  if (digits !== undefined) return fromHex(digits.length <= 4 ? digits.replace(/./g, '$&$&') : digits);
  const [, red, green, blue, alpha] = FUNCTION.exec(text) ?? [];
  if (red !== undefined && green !== undefined && blue !== undefined) {
    return [channel(red), channel(green), channel(blue), alpha === undefined ? 1 : share(alpha)];
  }
  const named = NAMES[/^[a-z]*/.exec(text)?.[0] ?? ''];
  return named === undefined ? null : [named >> 16, (named >> 8) & 255, named & 255, 1];
}

/** A color as it looks on another; null if what shines through is not known. */
export function blended(color: Color, background: Color): Color {
  if (color === null || color[3] >= 1) return color;
  if (color[3] === 0) return background;
  if (background === null) return null;
  const mix = (over: number, under: number) => over * color[3] + under * (1 - color[3]);
  const [red, green, blue] = color;
  return [mix(red, background[0]), mix(green, background[1]), mix(blue, background[2]), 1];
}

/** Whether text of one color is invisible on the other; what can't be known is visible. */
export function isInvisibleOn(color: Color, background: Color): boolean {
  if (color !== null && color[3] < LEAST_ALPHA) return true;
  const seen = blended(color, background);
  if (seen === null || background === null) return false;
  const [red, green, blue] = seen;
  const difference = Math.abs(red - background[0]) + Math.abs(green - background[1]) + Math.abs(blue - background[2]);
  return difference <= EQUAL;
}

function fromHex(digits: string): Color {
  const at = (i: number) => Number.parseInt(digits.slice(i, i + 2), 16);
  return [at(0), at(2), at(4), digits.length === 8 ? at(6) / 255 : 1];
}

const channel = (text: string) =>
  Math.min(255, text.endsWith('%') ? Number.parseFloat(text) * 2.55 : Number.parseFloat(text));
const share = (text: string) =>
  Math.min(1, text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.parseFloat(text));
