type Closing = () => Promise<unknown>;

/** A part that takes longer than this to close is named, while there is still time to see why. */
const SLOW_MS = 8_000;

/** What was started. It is closed last first, even if a later part does not start. */
export class StartedParts {
  readonly #parts: { readonly close: Closing; readonly name: string }[] = [];

  /**
   * Without `onError`, closing fails with the first error, once every part was asked to close.
   *
   * @param onSlow is told of a part that does not close in time; a warning of the process if nothing else is named
   */
  constructor(
    private readonly onError: (error: unknown) => void = (error) => {
      throw error;
    },
    private readonly onSlow: (warning: string) => void = (warning) => process.emitWarning(warning),
    private readonly slowMs = SLOW_MS,
  ) {}

  /** @param name what a warning calls it */
  add(close: Closing, name = 'a part of the process'): void {
    this.#parts.push({ close, name });
  }

  /**
   * Adds a part that was just opened, and returns it.
   *
   * @param name what a warning calls it; its class, unless it has none
   */
  open<Part extends { close(): Promise<unknown> }>(part: Part, name = part.constructor.name): Part {
    this.add(() => part.close(), name);
    return part;
  }

  /** A part that does not close does not keep the others from closing. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const { close, name } of this.#parts.splice(0).reverse()) {
      const slow = setTimeout(() => this.onSlow(`${name} has not closed for ${this.slowMs} ms`), this.slowMs);
      try {
        await close();
      } catch (error) {
        errors.push(error);
      } finally {
        clearTimeout(slow);
      }
    }
    for (const error of errors) this.onError(error);
  }
}
