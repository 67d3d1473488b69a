import { DomainError } from '@mailroom/errors';

export type GroupCommitterOptions = {
  /** The most items in one group. */
  readonly maxGroup: number;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Commits whatever arrived while the last commit was under way as one group, with no fixed delay. A group that fails is
 * halved until only the culprit is rejected; if the store is away the whole group fails, because each half would too.
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
    while (this.#queue.length > 0) await this.#settle(this.#queue.splice(0, this.options.maxGroup));
    // This runs in the same turn as the last look at the queue; otherwise an item that came in between would wait for
    // ever.
    this.#committing = undefined;
  }

  async #settle(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.commit(group.map(({ item }) => item));
      for (const [index, result] of results.entries()) group[index]?.resolve(result);
    } catch (error) {
      const hopeless = error instanceof DomainError && error.code === 'unavailable';
      if (hopeless || group.length === 1) {
        for (const { reject } of group) reject(error);
        return;
      }
      const middle = group.length >> 1;
      await this.#settle(group.slice(0, middle));
      await this.#settle(group.slice(middle));
    }
  }
}
