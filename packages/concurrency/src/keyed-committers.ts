import { GroupCommitter, type GroupCommitterOptions } from './group-committer.js';

type Entry<Item, Result> = { readonly committer: GroupCommitter<Item, Result>; waiting: number };

/** A `GroupCommitter` for each key, for as long as somebody waits for one of its groups. */
export class KeyedCommitters<Item, Result> {
  readonly #entries = new Map<string, Entry<Item, Result>>();

  constructor(private readonly options: GroupCommitterOptions<Item>) {}

  /** `commit` must do the same for every item of a key. */
  async submit(
    key: string,
    item: Item,
    commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  ): Promise<Result> {
    const entry = this.#entries.get(key) ?? { committer: new GroupCommitter(commit, this.options), waiting: 0 };
    this.#entries.set(key, entry);
    entry.waiting += 1;
    try {
      return await entry.committer.submit(item);
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0) this.#entries.delete(key);
    }
  }
}
