import { blended, isInvisibleOn, parseColor, type Color } from './css-color.js';
import type { Style } from './declarations.js';

/** The means by which text is hidden from the reader. */
export type HiddenBy = 'display' | 'opacity' | 'font size' | 'color' | 'clipping' | 'position';

/** What an element passes on to its content. */
export type Appearance = {
  /** How the element is hidden, if no element inside can undo it. */
  readonly hiddenBy: HiddenBy | null;
  readonly fontPixels: number;
  readonly color: Color;
  /** Null if a picture or a style sheet may have painted it. */
  readonly background: Color;
  /** Whether it is larger, bolder or wider set than running text, or set as code. */
  readonly standsOut: boolean;
};

export const PAGE: Appearance = {
  hiddenBy: null,
  fontPixels: 16,
  color: [0, 0, 0, 1],
  background: [255, 255, 255, 1],
  standsOut: false,
};

/** Anything larger can be read with some effort. */
const MAX_HIDDEN_PIXELS = 1;
const OFF_SCREEN_PIXELS = 500;
const LENGTH = /^(-?[\d.]{1,10})\s*(px|pt|em|rem|%|in|cm|mm|ex|vw|vh)?/;
const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, in: 96, cm: 38, mm: 3.8, vw: 8, vh: 6 };

export function hiddenBy(appearance: Appearance): HiddenBy | null {
  if (appearance.hiddenBy) return appearance.hiddenBy;
  if (appearance.fontPixels <= MAX_HIDDEN_PIXELS) return 'font size';
  return isInvisibleOn(appearance.color, appearance.background) ? 'color' : null;
}

/** Elements that are bold, large or set as code without a style. */
const STANDING_OUT = new Set(['b', 'strong', 'big', 'code', 'kbd', 'tt', 'samp', 'h1', 'h2', 'h3']);
const LARGE_PIXELS = 20;

/** How an element looks, given its name, its attributes, its style and its surroundings. */
export function appearanceOf(
  name: string,
  attributes: ReadonlyMap<string, string>,
  style: Style,
  around: Appearance,
): Appearance {
  const size = style.get('font-size');
  const color = style.get('color') ?? attributes.get('color');
  const pixels = size === undefined ? around.fontPixels : fontPixels(size, around.fontPixels);
  return {
    hiddenBy: around.hiddenBy ?? (attributes.has('hidden') ? 'display' : hidingRule(style)),
    fontPixels: pixels,
    color: color === undefined ? around.color : parseColor(color),
    background: backgroundOf(attributes, style, around),
    standsOut: around.standsOut || STANDING_OUT.has(name) || isEmphatic(style, pixels),
  };
}

/** Whether a name alone makes an element's text stand out. */
export function standsOutByName(name: string): boolean {
  return STANDING_OUT.has(name);
}

function isEmphatic(style: Style, pixels: number): boolean {
  if (pixels >= LARGE_PIXELS) return true;
  const weight = style.get('font-weight');
  if (weight !== undefined && /^(?:bold|[6-9]00)/.test(weight)) return true;
  const spacing = style.get('letter-spacing');
  return spacing !== undefined && (lengthOf(spacing) ?? 0) >= 1;
}

function hidingRule(style: Style): HiddenBy | null {
  const is = (name: string, value: string) => style.get(name)?.startsWith(value) === true;
  if (is('display', 'none') || is('visibility', 'hidden') || is('visibility', 'collapse')) return 'display';
  const opacity = style.get('opacity');
  if (opacity !== undefined && Number.parseFloat(opacity) <= 0.05) return 'opacity';
  if (isClipped(style)) return 'clipping';
  return isOffScreen(style) ? 'position' : null;
}

function isClipped(style: Style): boolean {
  const clip = style.get('clip') ?? style.get('clip-path') ?? '';
  if (/^rect\(\s*[01]?(?:px)?[, ]\s*[01]?(?:px)?[, ]\s*[01]?(?:px)?[, ]\s*[01]?(?:px)?\s*\)/.test(clip)) return true;
  if (/^inset\(\s*(?:50|100)%/.test(clip)) return true;
  if (!style.get('overflow')?.startsWith('hidden')) return false;
  return ['height', 'max-height', 'width', 'max-width'].some((name) => {
    const pixels = lengthOf(style.get(name) ?? '');
    return pixels !== null && pixels <= MAX_HIDDEN_PIXELS;
  });
}

function isOffScreen(style: Style): boolean {
  const isFar = (name: string) => (lengthOf(style.get(name) ?? '') ?? 0) <= -OFF_SCREEN_PIXELS;
  if (isFar('text-indent') || isFar('margin-left') || isFar('margin-top')) return true;
  const position = style.get('position') ?? '';
  return (position.startsWith('absolute') || position.startsWith('fixed')) && (isFar('left') || isFar('top'));
}

/** The length in pixels; null if it is relative to something unknown, except that 0 is 0 in every unit. */
function lengthOf(value: string): number | null {
  const [, digits, unit = 'px'] = LENGTH.exec(value) ?? [];
  if (digits === undefined) return null;
  const number = Number.parseFloat(digits);
  if (number === 0) return 0;
  return unit in PIXELS ? number * (PIXELS[unit] ?? 1) : number * 16;
}

function fontPixels(value: string, around: number): number {
  const [, digits, unit = 'px'] = LENGTH.exec(value) ?? [];
  if (digits === undefined) return PAGE.fontPixels;
  const number = Number.parseFloat(digits);
  if (unit === 'em' || unit === '%') return (unit === '%' ? number / 100 : number) * around;
  return lengthOf(value) ?? PAGE.fontPixels;
}

function backgroundOf(attributes: ReadonlyMap<string, string>, style: Style, around: Appearance): Color {
  const picture = style.get('background-image') ?? '';
  const value = style.get('background-color') ?? style.get('background') ?? attributes.get('bgcolor');
  const isPainted = attributes.has('background') || (picture !== '' && !picture.startsWith('none'));
  if (isPainted || value?.includes('url(') || value?.includes('gradient(')) return null;
  if (value === undefined || value === 'none' || value === '0 0') return around.background;
  return blended(parseColor(value), around.background);
}
