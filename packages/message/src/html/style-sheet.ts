import { layered, readDeclarations, withoutCssComments, type Style } from './declarations.js';
import type { ReadingBudget } from './reading-budget.js';

const SIMPLE = /^(?:[a-z][a-z0-9]*)?[.#][\w-]+$|^[a-z][a-z0-9]*$/i;
/** A background that is not the page's own. */
const PAINT = /background(?:-color|-image)?\s?:\s?(?!#?fff|white|transparent|none|inherit|0)/i;

/**
 * The rules of all style sheets of a text whose selectors are a single name: `.class`, `#id` or `element`. Those inside
 * `@media` are left out, since they are for other screens. Each declaration is read once, when its sheet comes.
 */
export class StyleSheet {
  readonly #rules = new Map<string, Style>();
  #paints = false;

  constructor(private readonly budget: ReadingBudget) {}

  get isEmpty(): boolean {
    return this.#rules.size === 0;
  }

  /** Whether selectors that are not evaluated here paint backgrounds. */
  get paints(): boolean {
    return this.#paints;
  }

  add(css: string): void {
    if (!this.budget.spend('styleSheetCharacters', css.length)) return;
    const source = withoutCssComments(css);
    for (let at = 0; at < source.length;) {
      const open = source.indexOf('{', at);
      if (open === -1) return;
      const selectors = source
        .slice(at, open)
        .replace(/<!--|-->/g, '')
        .trim();
      const isAtRule = selectors.startsWith('@');
      const close = isAtRule ? closingBrace(source, open) : indexOrEnd(source, '}', open);
      const declarations = source.slice(open + 1, close);
      if (!isAtRule && !this.#addRules(selectors, declarations)) this.#paints ||= PAINT.test(declarations);
      at = close + 1;
    }
  }

  /** What the sheets say about an element: by its name, its classes and its id, each overriding the one before. */
  styleOf(name: string, classes: string, id: string): Style {
    const style = new Map<string, string>();
    for (const key of selectorsOf(name, classes, id)) {
      const rule = this.#rules.get(key);
      if (!this.budget.spend('styleSteps', 1 + (rule?.size ?? 0))) return style;
      for (const [property, value] of rule ?? []) style.set(property, value);
    }
    return style;
  }

  /** @returns whether all of its selectors are evaluated */
  #addRules(selectors: string, source: string): boolean {
    const style = readDeclarations(source);
    let isFollowed = true;
    for (const selector of selectors.split(',')) {
      const key = selector.trim().replace(/^\*(?=[.#])/, '');
      if (!this.budget.spend('styleSteps', 1 + style.size)) return isFollowed;
      if (!SIMPLE.test(key)) isFollowed = false;
      else this.#rules.set(key, layered(this.#rules.get(key) ?? style, style));
    }
    return isFollowed;
  }
}

/** Yields the selectors from the weakest to the strongest. */
function* selectorsOf(name: string, classes: string, id: string): Generator<string> {
  yield name;
  for (const [one] of classes.matchAll(/\S+/g)) {
    yield `.${one}`;
    yield `${name}.${one}`;
  }
  if (id === '') return;
  yield `#${id}`;
  yield `${name}#${id}`;
}

/** Finds the closing brace after nested ones; each character is examined once. */
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
