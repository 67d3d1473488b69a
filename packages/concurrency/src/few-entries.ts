/**
 * A few things by their keys, in the order in which they were put there. Looking one up costs a walk through all. A Map
 * that lives long and changes with each message keeps what was in it, as a Set does (`Roster` says why).
 */
export class FewEntries<Key, Value> implements Iterable<readonly [Key, Value]> {
  #keys: Key[] = [];
  #values: Value[] = [];

  get size(): number {
    return this.#keys.length;
  }

  has(key: Key): boolean {
    return this.#keys.includes(key);
  }

  get(key: Key): Value | undefined {
    return this.#values[this.#keys.indexOf(key)];
  }

  /** @param key one that is not there yet */
  add(key: Key, value: Value): void {
    this.#keys.push(key);
    this.#values.push(value);
  }

  delete(key: Key): void {
    const index = this.#keys.indexOf(key);
    if (index === -1) return;
    this.#keys.splice(index, 1);
    this.#values.splice(index, 1);
  }

  clear(): void {
    this.#keys = [];
    this.#values = [];
  }

  /** The keys at the time of the call. */
  keys(): readonly Key[] {
    return [...this.#keys];
  }

  /** The values at the time of the call. */
  values(): readonly Value[] {
    return [...this.#values];
  }

  /** What is there at the time of the call. */
  [Symbol.iterator](): Iterator<readonly [Key, Value]> {
    const values = this.values();
    return this.keys()
      .map((key, index) => [key, values[index] as Value] as const)
      .values();
  }
}
