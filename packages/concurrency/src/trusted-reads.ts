import { TrustedValues, type TrustedFor } from './trusted-values.js';

/** How long a value is trusted counts from the moment at which its reading began. */
type Options<Value> = TrustedFor & {
  /** Whether a value is remembered at all; without it, every one is. */
  readonly remembers?: (value: Value) => boolean;
};

/** Remembers what was read for a short time, but for `undefined`. Who asks while a value is being read waits for that reading. */
export class TrustedReads<Key, Value> {
  readonly #values: TrustedValues<Key, Value>;
  readonly #reading = new Map<Key, Promise<Value>>();

  constructor(private readonly options: Options<Value>) {
    this.#values = new TrustedValues(options);
  }

  /** Returns the value, from `read` where none is trusted. A failure is not remembered. */
  async get(key: Key, read: () => Promise<Value>): Promise<Value> {
    const trusted = this.#values.get(key);
    if (trusted !== undefined) return trusted;
    return this.#reading.get(key) ?? this.#read(key, read);
  }

  /** Whether a value is remembered, however old it is. */
  has(key: Key): boolean {
    return this.#values.has(key);
  }

  /** The next to ask reads it again; what is being read now is given to those who wait, and not remembered. */
  forget(key: Key): void {
    this.#values.forget(key);
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
    if (this.options.remembers?.(value) === false) this.#values.forget(key);
    else this.#values.remember(key, value, readAt);
  }
}
