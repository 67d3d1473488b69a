/** Declarations by their names, both in lower case. */
export type Style = ReadonlyMap<string, string>;

/** The properties that decide whether a text is seen; all others are ignored. */
const PROPERTIES = new Set([
  'background',
  'background-color',
  'background-image',
  'clip',
  'clip-path',
  'color',
  'display',
  'font-size',
  'font-weight',
  'height',
  'left',
  'letter-spacing',
  'margin-left',
  'margin-top',
  'max-height',
  'max-width',
  'opacity',
  'overflow',
  'position',
  'text-indent',
  'top',
  'visibility',
  'width',
]);
const MAX_NAME = 64;
const MAX_VALUE = 300;

export const NO_STYLE: Style = new Map();

/** Reads declarations in linear time; if one is repeated the last counts, as in CSS. */
export function readDeclarations(source: string): Style {
  let style: Map<string, string> | undefined;
  const text = withoutCssComments(source);
  for (let at = 0; at < text.length;) {
    const semicolon = text.indexOf(';', at);
    const end = semicolon === -1 ? text.length : semicolon;
    const declaration = text.slice(at, end);
    at = end + 1;
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const name = declaration.slice(0, colon).trim();
    if (name.length > MAX_NAME || !PROPERTIES.has(name.toLowerCase())) continue;
    const value = declaration
      .slice(colon + 1)
      .trim()
      .slice(0, MAX_VALUE);
    style ??= new Map<string, string>();
    style.set(name.toLowerCase(), value.replace('!important', '').trim().toLowerCase());
  }
  return style ?? NO_STYLE;
}

/** Lays the second style over the first. */
export function layered(under: Style, over: Style): Style {
  if (over.size === 0) return under;
  return under.size === 0 ? over : new Map([...under, ...over]);
}

/** A comment that is not closed swallows the rest, as in CSS. */
export function withoutCssComments(css: string): string {
  if (!css.includes('/*')) return css;
  const pieces: string[] = [];
  for (let at = 0; at < css.length;) {
    const start = css.indexOf('/*', at);
    pieces.push(css.slice(at, start === -1 ? css.length : start));
    const end = start === -1 ? -1 : css.indexOf('*/', start + 2);
    if (end === -1) break;
    at = end + 2;
  }
  return pieces.join('');
}
