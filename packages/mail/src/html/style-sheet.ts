/** Declarations by what selects them: `.class`, `#id` or `element`. */
export type StyleSheet = {
  readonly rules: ReadonlyMap<string, string>;
  /** Whether it paints backgrounds by selectors that are not followed here. */
  readonly paints: boolean;
};

const MAX_CSS = 128 * 1024;
const MAX_RULES = 1_000;
const SIMPLE = /^(?:[a-z][a-z0-9]*)?[.#][\w-]+$|^[a-z][a-z0-9]*$/i;
/** A background that is not the page's own. */
const PAINT = /background(?:-color|-image)?\s?:\s?(?!#?fff|white|transparent|none|inherit|0)/i;

/**
 * The rules of a style sheet whose selectors are one name. Those inside `@media` are left out: they are for other screens.
 */
export function readStyleSheet(css: string): StyleSheet {
  const source = css.slice(0, MAX_CSS);
  const rules = new Map<string, string>();
  let paints = false;
  let at = 0;
  while (at < source.length && rules.size < MAX_RULES) {
    const open = source.indexOf('{', at);
    if (open === -1) break;
    const selectors = withoutComments(source.slice(at, open));
    const isAtRule = selectors.startsWith('@');
    const close = isAtRule ? closingBrace(source, open) : indexOrEnd(source, '}', open);
    const declarations = source.slice(open + 1, close);
    if (!isAtRule && !addRules(rules, selectors, declarations)) paints ||= PAINT.test(declarations);
    at = close + 1;
  }
  return { rules, paints };
}

/** The declarations that the sheet has for an element. */
export function declarationsFor(
  sheet: ReadonlyMap<string, string>,
  name: string,
  attributes: ReadonlyMap<string, string>,
): string {
  if (sheet.size === 0) return '';
  const id = attributes.get('id') ?? '';
  const classes = (attributes.get('class') ?? '').split(/\s+/, 20).map((one) => `.${one}`);
  const keys = [name, ...classes.flatMap((one) => [one, `${name}${one}`]), `#${id}`, `${name}#${id}`];
  return keys.flatMap((key) => sheet.get(key) ?? []).join(';');
}

/** @returns whether all of its selectors are followed */
function addRules(rules: Map<string, string>, selectors: string, declarations: string): boolean {
  let isFollowed = true;
  for (const selector of selectors.split(',').slice(0, 50)) {
    const key = selector.trim().replace(/^\*(?=[.#])/, '');
    if (key.length > 100 || !SIMPLE.test(key)) {
      isFollowed = false;
      continue;
    }
    const before = rules.get(key);
    // What grows without end is a sheet made to be slow to read.
    if (before === undefined || before.length < 2_000) {
      rules.set(key, before === undefined ? declarations.slice(0, 2_000) : `${before};${declarations.slice(0, 2_000)}`);
    }
  }
  return isFollowed;
}

function withoutComments(text: string): string {
  const end = text.lastIndexOf('*/');
  return (end === -1 ? text : text.slice(end + 2)).replace(/<!--|-->/g, '').trim();
}

/** Behind nested braces; each character is looked at once. */
function closingBrace(source: string, open: number): number {
  const brace = /[{}]/g;
  brace.lastIndex = open + 1;
  let depth = 1;
  for (let found = brace.exec(source); found; found = brace.exec(source)) {
    depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return found.index;
  }
  return source.length;
}

function indexOrEnd(source: string, needle: string, from: number): number {
  const found = source.indexOf(needle, from);
  return found === -1 ? source.length : found;
}
