/** Items that wait under keys. The keys take turns, so that nobody gets ahead by adding more items. */
export class FairQueue<Item> {
  /** The groups in the order of their turns. */
  readonly #groups = new Map<string, FairQueue<Item>>();
  #items: Item[] = [];
  #taken = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param keys the first keys take turns, then the next keys within each; items with equal keys wait in order */
  add(item: Item, keys: readonly string[]): void {
    this.#size += 1;
    const [key, ...more] = keys;
    if (key === undefined) return void this.#items.push(item);
    let group = this.#groups.get(key);
    if (!group) this.#groups.set(key, (group = new FairQueue<Item>()));
    group.add(item, more);
  }

  take(): Item | undefined {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    const [turn] = this.#groups;
    if (!turn) return this.#first();
    const [key, group] = turn;
    this.#groups.delete(key);
    const item = group.take();
    if (group.size > 0) this.#groups.set(key, group);
    return item;
  }

  /** Taken items are dropped together, so that taking one does not move all the others. */
  #first(): Item | undefined {
    const item = this.#items[this.#taken];
    this.#taken += 1;
    if (2 * this.#taken > this.#items.length) {
      this.#items = this.#items.slice(this.#taken);
      this.#taken = 0;
    }
    return item;
  }
}
