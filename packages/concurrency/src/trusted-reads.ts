type Options<Value> = {
  /** How long a value is trusted, from the moment at which its reading began. */
  readonly trustedMs: number;
  /** When there are more, all are forgotten. */
  readonly maxEntries: number;
  /** Whether a value is remembered at all; without it, every one is. */
  readonly remembers?: (value: Value) => boolean;
};

/** Remembers what was read for a short time. Who asks while a value is being read waits for that reading. */
export class TrustedReads<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Value; readonly readAt: number }>();
  readonly #reading = new Map<Key, Promise<Value>>();

  constructor(private readonly options: Options<Value>) {}

  /** Returns the value, from `read` where none is trusted. A failure is not remembered. */
  async get(key: Key, read: () => Promise<Value>): Promise<Value> {
    const entry = this.#entries.get(key);
    if (entry && performance.now() - entry.readAt < this.options.trustedMs) return entry.value;
    return this.#reading.get(key) ?? this.#read(key, read);
  }

  /** Whether a value is remembered, however old it is. */
  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** The next to ask reads it again; what is being read now is given to those who wait, and not remembered. */
  forget(key: Key): void {
    this.#entries.delete(key);
    this.#reading.delete(key);
  }

  #read(key: Key, read: () => Promise<Value>): Promise<Value> {
    const readAt = performance.now();
    const reading = read()
      .then((value) => {
        if (this.#reading.get(key) === reading) this.#remember(key, value, readAt);
        return value;
      })
      .finally(() => {
        if (this.#reading.get(key) === reading) this.#reading.delete(key);
      });
    this.#reading.set(key, reading);
    return reading;
  }

  #remember(key: Key, value: Value, readAt: number): void {
    this.#entries.delete(key);
    if (this.options.remembers?.(value) === false) return;
    if (this.#entries.size >= this.options.maxEntries) this.#entries.clear();
    this.#entries.set(key, { value, readAt });
  }
}
