/** What was started; it is closed in reverse order, even if a later part does not start. */
export class StartedParts {
  readonly #parts: (() => Promise<void>)[] = [];

  constructor(private readonly onError: (error: unknown) => void) {}

  add(close: () => Promise<void>): void {
    this.#parts.push(close);
  }

  /** A part that does not close does not keep the others from closing. */
  async close(): Promise<void> {
    for (const close of this.#parts.splice(0).reverse()) await close().catch(this.onError);
  }
}
