import { settleTogether, type Waiting } from './settle-together.js';

export type GroupCommitterOptions = {
  /** The most items in one group. */
  readonly maxGroup: number;
};

/**
 * Commits whatever arrived while the last commit was under way as one group, with no fixed delay. Of a group that fails, only
 * the culprit is rejected: see `settleTogether`.
 */
export class GroupCommitter<Item, Result> {
  #queue: Waiting<Item, Result>[] = [];
  #committing: Promise<void> | undefined;

  constructor(
    private readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: GroupCommitterOptions,
  ) {}

  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject });
      this.#committing ??= this.#drain();
    });
  }

  /** Resolves when nothing is being committed. */
  async idle(): Promise<void> {
    await this.#committing;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) await settleTogether(this.#queue.splice(0, this.options.maxGroup), this.commit);
    // This runs in the same turn as the last look at the queue; otherwise an item that came in between would wait for
    // ever.
    this.#committing = undefined;
  }
}
