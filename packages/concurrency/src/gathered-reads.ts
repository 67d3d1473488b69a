import { settleTogether, type Waiting } from './settle-together.js';

export type GatheredReadsOptions = {
  /** The most that one reading is asked for. */
  readonly maxGroup: number;
};

/**
 * Reads at once what is asked for in one turn of the event loop, so that those who ask together cost the store little more
 * than one. No reading waits for the one before. Of a group that fails, only the culprit is rejected: see `settleTogether`.
 */
export class GatheredReads<Key, Value> {
  #asked: Waiting<Key, Value>[] = [];

  /** `read` returns a value for each of the keys, in their order. */
  constructor(
    private readonly read: (keys: readonly Key[]) => Promise<readonly Value[]>,
    private readonly options: GatheredReadsOptions,
  ) {}

  get(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#asked.length === 0) setImmediate(() => this.#readAsked());
      this.#asked.push({ item: key, resolve, reject });
    });
  }

  #readAsked(): void {
    const asked = this.#asked;
    this.#asked = [];
    for (let at = 0; at < asked.length; at += this.options.maxGroup) {
      void settleTogether(asked.slice(at, at + this.options.maxGroup), this.read);
    }
  }
}
