/** A mailbox, or null for all of them. */
export type FeedPlace = number | null;

/** How long a place is still asked for when nobody waits there any more: who waited once waits again. */
const LINGER_MS = 60_000;
/** Where somebody waits in more mailboxes than this, naming them costs more than reading of all. */
const MAX_NAMED = 10_000;

/** Where somebody waits: what one process asks the feed for. */
export class FeedScope {
  /** How many wait in each place. */
  readonly #waiting = new Map<FeedPlace, number>();
  /** Places in which somebody waits, but which are not asked for yet. */
  readonly #fresh = new Set<FeedPlace>();
  readonly #asked = new Set<FeedPlace>();
  /** Places that are asked for although nobody waits there, by when they were left, the earliest first. */
  readonly #left = new Map<FeedPlace, number>();
  #names: readonly number[] | undefined;

  constructor(private readonly now: () => number = Date.now) {}

  enter(place: FeedPlace): void {
    this.#waiting.set(place, (this.#waiting.get(place) ?? 0) + 1);
    this.#left.delete(place);
    if (this.#asked.has(place)) return;
    // Who asks for all mailboxes asks for each.
    if (this.#asked.has(null)) this.#add(place);
    else this.#fresh.add(place);
  }

  leave(place: FeedPlace): void {
    const left = (this.#waiting.get(place) ?? 0) - 1;
    if (left > 0) return void this.#waiting.set(place, left);
    this.#waiting.delete(place);
    this.#fresh.delete(place);
    if (this.#asked.has(place)) this.#left.set(place, this.now());
  }

  /** Whether everything that happens in a place is asked for. */
  covers(place: FeedPlace): boolean {
    return this.#asked.has(place) || this.#asked.has(null);
  }

  /** The places that are to be asked for from now on. */
  takeFresh(): FeedPlace[] {
    const fresh = [...this.#fresh];
    this.#fresh.clear();
    return fresh;
  }

  /** Asks for places from now on; once all mailboxes are asked for, so are those that came in the meantime. */
  ask(places: readonly FeedPlace[]): void {
    for (const place of places) {
      this.#add(place);
      // Somebody may have come while its past was looked at: to look again would take from the others what came since.
      this.#fresh.delete(place);
      if (!this.#waiting.has(place)) this.#left.set(place, this.now());
    }
    if (!places.includes(null)) return;
    for (const place of this.takeFresh()) this.#add(place);
  }

  /** The places could not be asked for; they are still to be. */
  putBack(places: readonly FeedPlace[]): void {
    for (const place of places) if (this.#waiting.has(place) && !this.#asked.has(place)) this.#fresh.add(place);
  }

  /** Begins anew: nothing is asked for yet. */
  reset(): void {
    this.#asked.clear();
    this.#left.clear();
    this.#names = undefined;
    for (const place of this.#waiting.keys()) this.#fresh.add(place);
  }

  /** The mailboxes to ask for, or null for all. */
  names(): readonly number[] | null {
    for (const [place, leftAt] of this.#left) {
      if (this.now() - leftAt < LINGER_MS) break;
      this.#left.delete(place);
      this.#asked.delete(place);
      this.#names = undefined;
    }
    if (this.#asked.has(null) || this.#asked.size > MAX_NAMED) return null;
    this.#names ??= [...this.#asked].filter((place) => place !== null);
    return this.#names;
  }

  #add(place: FeedPlace): void {
    this.#asked.add(place);
    this.#names = undefined;
  }
}

/** What places a statement asks for: mailboxes, or null for all. */
export const namesOf = (places: readonly FeedPlace[]): readonly number[] | null =>
  places.includes(null) ? null : places.filter((place) => place !== null);
