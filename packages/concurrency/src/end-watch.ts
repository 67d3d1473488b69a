/**
 * Tells those who wait for the end of something, each known by its key, that it has come. One question at a time asks
 * about all that somebody waits for, and none is asked while nobody does.
 */
export class EndWatch<Key> {
  readonly #watched = new Map<Key, Set<() => void>>();
  #timer: NodeJS.Timeout | undefined;
  #asking = false;

  /** `ended` returns those of the keys whose end has come. While it fails nobody is told; the next question may tell. */
  constructor(
    private readonly everyMs: number,
    private readonly ended: (keys: readonly Key[]) => Promise<Iterable<Key>>,
  ) {}

  /** Calls `onEnd` once the end has come, unless the function that it returns is called before. */
  watch(key: Key, onEnd: () => void): () => void {
    const waiting = this.#watched.get(key) ?? new Set();
    this.#watched.set(key, waiting.add(onEnd));
    this.#timer ??= setInterval(() => void this.#ask(), this.everyMs);
    return () => {
      waiting.delete(onEnd);
      if (waiting.size === 0 && this.#watched.get(key) === waiting) this.forget(key);
    };
  }

  /** Asks no more about the key; those who wait for its end are told nothing. */
  forget(key: Key): void {
    this.#watched.delete(key);
    if (this.#watched.size === 0) this.close();
  }

  /** Stops asking, until somebody begins to wait. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (const key of await this.ended([...this.#watched.keys()])) {
        const waiting = this.#watched.get(key) ?? [];
        this.forget(key);
        for (const onEnd of waiting) onEnd();
      }
    } catch {
      // Nobody is told of an end while nobody can say so.
    } finally {
      this.#asking = false;
    }
  }
}
