import { setTimeout as sleep } from 'node:timers/promises';
import { settleTogether, type Waiting } from './settle-together.js';

export type GroupCommitterOptions<Item> = {
  /** The most that the items of one group weigh together; one that is heavier goes alone. */
  readonly maxGroup: number;
  /** What an item weighs; 1 if left out. */
  readonly weightOf?: (item: Item) => number;
  /** A group of so many items waits so many milliseconds for more of them; if this is left out, none waits. */
  readonly gatherMs?: (items: number) => number;
};

/**
 * Commits whatever arrived while the last commit was under way as one group, with no delay but the one that is asked for. Of a
 * group that fails, only the culprit is rejected: see `settleTogether`.
 */
export class GroupCommitter<Item, Result> {
  #queue: Waiting<Item, Result>[] = [];
  #committing: Promise<void> | undefined;

  constructor(
    private readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: GroupCommitterOptions<Item>,
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
    while (this.#queue.length > 0) {
      const gatherMs = this.options.gatherMs?.(this.#queue.length) ?? 0;
      if (gatherMs > 0) await sleep(gatherMs);
      await settleTogether(this.#nextGroup(), this.commit);
    }
    // This runs in the same turn as the last look at the queue; otherwise an item that came in between would wait for
    // ever.
    this.#committing = undefined;
  }

  #nextGroup(): Waiting<Item, Result>[] {
    const { maxGroup, weightOf = () => 1 } = this.options;
    let [count, weight] = [0, 0];
    for (const { item } of this.#queue) {
      weight += weightOf(item);
      if (count > 0 && weight > maxGroup) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }
}
