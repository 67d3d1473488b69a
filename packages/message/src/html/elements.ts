import { appearanceOf, hiddenBy, PAGE, standsOutByName, type Appearance, type HiddenBy } from './appearance.js';
import { ElementStyles } from './element-styles.js';
import { isQuote, markOf, type LineMark } from './html-line.js';
import { readAttributes } from './html-scanner.js';
import type { ReadingBudget } from './reading-budget.js';

/** What an open element says about the text in it. */
export type Element = {
  readonly name: string;
  readonly appearance: Appearance;
  readonly hiddenBy: HiddenBy | null;
  /** How many levels deep it is quoted. */
  readonly depth: number;
  readonly mark: LineMark;
  readonly isPreformatted: boolean;
};

export const ROOT: Element = {
  name: '',
  appearance: PAGE,
  hiddenBy: null,
  depth: 0,
  mark: null,
  isPreformatted: false,
};

export type Attributes = ReadonlyMap<string, string>;

const MAX_ATTRIBUTES = 1_000;
const MAX_REMEMBERED = 2_000;
const MAX_REMEMBERED_CHARACTERS = 1_000;

/**
 * Makes elements from tags. Mail repeats itself: the rows of a newsletter have the same tags one inside another, so tags
 * that were read are remembered, and so are the elements that a tag made inside an element.
 */
export class Elements {
  readonly #styles: ElementStyles;
  readonly #attributes = new Map<string, Attributes>();
  #inside = new WeakMap<Element, Map<Attributes, Map<string, Element>>>();
  #remembered = 0;

  constructor(private readonly budget: ReadingBudget) {
    this.#styles = new ElementStyles(budget);
  }

  /** @returns whether something that is not evaluated here may have painted the page */
  addSheet(css: string): boolean {
    this.#styles.addSheet(css);
    this.#inside = new WeakMap();
    return this.#styles.paints;
  }

  /** @param source the text between a tag's name and its end */
  attributesOf(source: string): Attributes {
    const known = this.#attributes.get(source);
    if (known !== undefined) return known;
    const attributes = readAttributes(source, MAX_ATTRIBUTES);
    if (attributes.size >= MAX_ATTRIBUTES) this.budget.exceed();
    if (source.length <= MAX_REMEMBERED_CHARACTERS && this.#attributes.size < MAX_REMEMBERED)
      this.#attributes.set(source, attributes);
    return attributes;
  }

  /** The element that a tag opens inside another. */
  elementOf(name: string, source: string, attributes: Attributes, around: Element): Element {
    const known = this.#inside.get(around)?.get(attributes)?.get(name);
    if (known !== undefined) return known;
    const element = this.#make(name, attributes, around);
    if (source.length <= MAX_REMEMBERED_CHARACTERS && this.#remembered < MAX_REMEMBERED)
      this.#remember(element, attributes, around);
    return element;
  }

  /** Attributes that are remembered stand for their source, which would take longer to compare. */
  #remember(element: Element, attributes: Attributes, around: Element): void {
    const inside = this.#inside.get(around) ?? new Map<Attributes, Map<string, Element>>();
    const byName = inside.get(attributes) ?? new Map<string, Element>();
    byName.set(element.name, element);
    inside.set(attributes, byName);
    this.#inside.set(around, inside);
    this.#remembered += 1;
  }

  #make(name: string, attributes: Attributes, around: Element): Element {
    const style = this.#styles.styleOf(name, attributes);
    const isPlain =
      attributes.size === 0 && style.size === 0 && (around.appearance.standsOut || !standsOutByName(name));
    const appearance = isPlain ? around.appearance : appearanceOf(name, attributes, style, around.appearance);
    return {
      name,
      appearance,
      hiddenBy: isPlain ? around.hiddenBy : hiddenBy(appearance),
      depth: around.depth + (isQuote(name, attributes) ? 1 : 0),
      mark: around.mark ?? (isPlain ? null : markOf(name, attributes)),
      isPreformatted: around.isPreformatted || name === 'pre',
    };
  }
}
