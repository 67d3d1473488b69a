type Closing = () => Promise<unknown>;

/** What was started. It is closed last first, even if a later part does not start. */
export class StartedParts {
  readonly #parts: Closing[] = [];

  /** Without `onError`, closing fails with the first error, once every part was asked to close. */
  constructor(
    private readonly onError: (error: unknown) => void = (error) => {
      throw error;
    },
  ) {}

  add(close: Closing): void {
    this.#parts.push(close);
  }

  /** Adds a part that was just opened, and returns it. */
  open<Part extends { close(): Promise<unknown> }>(part: Part): Part {
    this.add(() => part.close());
    return part;
  }

  /** A part that does not close does not keep the others from closing. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of this.#parts.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    for (const error of errors) this.onError(error);
  }
}
