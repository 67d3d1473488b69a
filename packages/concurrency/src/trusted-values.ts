export type TrustedFor = {
  /** How long a value is trusted. */
  readonly trustedMs: number;
  /** When there are more, all are forgotten. */
  readonly maxEntries: number;
};

/** Remembers values for a short time. */
export class TrustedValues<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Value; readonly readAt: number }>();

  constructor(private readonly options: TrustedFor) {}

  /** Returns the value, or undefined where none is trusted. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    return entry && performance.now() - entry.readAt < this.options.trustedMs ? entry.value : undefined;
  }

  /** Whether a value is remembered, however old it is. */
  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** @param readAt when the reading of it began, from which on it is trusted; a time of `performance.now()` */
  remember(key: Key, value: Value, readAt: number): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.options.maxEntries) this.#entries.clear();
    this.#entries.set(key, { value, readAt });
  }

  forget(key: Key): void {
    this.#entries.delete(key);
  }
}
