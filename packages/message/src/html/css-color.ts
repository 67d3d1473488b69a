/** Red, green, blue; `none` means transparent; null means a color that is not understood. */
export type Color = readonly [number, number, number] | 'none' | null;

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
const FUNCTION = /^rgba?\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*(?:[,/]\s*([\d.]{1,6}))?\s*\)/;
/** The sum of the differences of the three channels up to which no eye tells colors apart. */
const EQUAL = 24;

export function parseColor(value: string): Color {
  const text = value.trim().toLowerCase().slice(0, 64);
  if (text === 'transparent') return 'none';
  const digits = /^#?([\da-f]{6}|[\da-f]{3})(?![\da-f])/.exec(text)?.[1];
  if (digits !== undefined)
    return fromNumber(parseInt(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 16));
  const [, red, green, blue, alpha] = FUNCTION.exec(text) ?? [];
  if (red !== undefined) return Number(alpha ?? 1) < 0.05 ? 'none' : [Number(red), Number(green), Number(blue)];
  const named = NAMES[/^[a-z]*/.exec(text)?.[0] ?? ''];
  return named === undefined ? null : fromNumber(named);
}

/** Whether text of one color is invisible on the other. */
export function isInvisibleOn(color: Color, background: Color): boolean {
  if (color === 'none') return true;
  if (color === null || background === null || background === 'none') return false;
  const difference = color.reduce<number>((sum, value, i) => sum + Math.abs(value - (background[i] ?? 0)), 0);
  return difference <= EQUAL;
}

function fromNumber(value: number): Color {
  return [value >> 16, (value >> 8) & 255, value & 255];
}
