/** Where something stands in a roster. */
type Place<T> = { readonly item: T; index: number };

/**
 * What is under way now. A Set or Map that lives long, and of which entries come and go with each message, makes a new
 * table now and then, and V8 links the old one to it: once one of them is old enough that only a full garbage collection
 * frees it, so are all behind it, with everything that was in them (ADR 0081). A roster is one array.
 */
export class Roster<T> implements Iterable<T> {
  readonly #places: Place<T>[] = [];

  get size(): number {
    return this.#places.length;
  }

  /** @returns what takes the item out again, and says whether it was still there */
  enter(item: T): () => boolean {
    const place = { item, index: this.#places.length };
    this.#places.push(place);
    return () => this.#leave(place);
  }

  /** What is in it at the time of the call, in no order. */
  [Symbol.iterator](): Iterator<T> {
    return this.#places.map(({ item }) => item).values();
  }

  #leave(place: Place<T>): boolean {
    if (place.index === -1) return false;
    const last = this.#places.pop();
    if (last && last !== place) {
      this.#places[place.index] = last;
      last.index = place.index;
    }
    place.index = -1;
    return true;
  }
}
