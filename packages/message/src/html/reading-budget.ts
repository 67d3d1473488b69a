/**
 * How much of one text is read. Honest mail stays far below; a text that exceeds it was written to be slow to read, or
 * to keep what follows from being examined.
 */
const LIMITS = {
  /** Tags, comments and declarations. */
  tags: 300_000,
  /** The depth of nested elements. */
  depth: 2_000,
  styleSheetCharacters: 512 * 1024,
  /** Declarations and selectors that are examined, in sheets and for elements. */
  styleSteps: 1_000_000,
  hiddenCharacters: 64 * 1024,
  asideCharacters: 256 * 1024,
  anchors: 5_000,
};

export type Limit = keyof typeof LIMITS;

/** What remains of the limits while a text is read. */
export class ReadingBudget {
  readonly #left: Record<Limit, number> = { ...LIMITS };
  #isExceeded = false;

  /** Whether something could not be read or judged. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  /** Returns false if less than the amount is left; then nothing is spent. */
  spend(limit: Limit, amount = 1): boolean {
    this.#left[limit] -= amount;
    if (this.#left[limit] >= 0) return true;
    this.#left[limit] = 0;
    this.exceed();
    return false;
  }

  /** Whether a number that does not accumulate is within the limit. */
  allows(limit: Limit, amount: number): boolean {
    if (amount <= LIMITS[limit]) return true;
    this.exceed();
    return false;
  }

  exceed(): void {
    this.#isExceeded = true;
  }
}
