import { layered, NO_STYLE, readDeclarations, type Style } from './declarations.js';
import type { ReadingBudget } from './reading-budget.js';
import { StyleSheet } from './style-sheet.js';

const MAX_REMEMBERED = 2_000;
const MAX_REMEMBERED_CHARACTERS = 1_000;

/**
 * Finds each element's style from the sheets so far and its own attributes. Mail repeats itself, so results are cached.
 */
export class ElementStyles {
  readonly #sheet: StyleSheet;
  readonly #bySelectors = new Memory<Style>();
  readonly #byAttribute = new Memory<Style>();

  constructor(private readonly budget: ReadingBudget) {
    this.#sheet = new StyleSheet(budget);
  }

  /** Whether something that is not evaluated here may have painted the page. */
  get paints(): boolean {
    return this.#sheet.paints;
  }

  addSheet(css: string): void {
    this.#sheet.add(css);
    this.#bySelectors.clear();
  }

  /**
   * The style is empty if nothing sets it, and once too much work has been done; then the text is marked as not judged.
   */
  styleOf(name: string, attributes: ReadonlyMap<string, string>): Style {
    const own = attributes.get('style');
    const byAttribute = own === undefined ? NO_STYLE : this.#byAttribute.get(own, () => readDeclarations(own));
    const style = layered(this.#bySheet(name, attributes), byAttribute);
    return style.size === 0 || this.budget.spend('styleSteps', style.size) ? style : NO_STYLE;
  }

  #bySheet(name: string, attributes: ReadonlyMap<string, string>): Style {
    if (this.#sheet.isEmpty) return NO_STYLE;
    const [classes = '', id = ''] = [attributes.get('class'), attributes.get('id')];
    return this.#bySelectors.get(`${name} ${id} ${classes}`, () => this.#sheet.styleOf(name, classes, id));
  }
}

/** Remembers some values by short keys. */
class Memory<Value> {
  readonly #values = new Map<string, Value>();

  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (this.#values.size < MAX_REMEMBERED && key.length <= MAX_REMEMBERED_CHARACTERS) this.#values.set(key, value);
    return value;
  }

  clear(): void {
    this.#values.clear();
  }
}
