/** More than the jobs that a worker has at most; what is known of a job lies at the place that is its id modulo this. */
const PLACES = 64;

/** How many steps were taken; the places lie behind it. */
const STEPS = 0;
const REVOKED = 1;
const BEGUN = REVOKED + PLACES;
const ENDED = BEGUN + PLACES;
const CELLS = ENDED + PLACES;

/**
 * What a worker and its pool tell each other of jobs, in memory that both see: which must not begin, which were begun, and
 * which have ended. It holds at any moment, also when the worker hangs or is gone, and costs no message between threads.
 */
export class JobBoard {
  /** @param cells another board's, to share what it says */
  constructor(readonly cells = new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT))) {}

  /** Whether two jobs would have the same place. */
  static isSamePlace(one: number, other: number): boolean {
    return one % PLACES === other % PLACES;
  }

  revoke(id: number): void {
    Atomics.store(this.cells, REVOKED + (id % PLACES), id);
  }

  isRevoked(id: number): boolean {
    return this.#says(REVOKED, id);
  }

  begin(id: number): void {
    Atomics.store(this.cells, BEGUN + (id % PLACES), id);
    Atomics.add(this.cells, STEPS, 1);
  }

  end(id: number): void {
    Atomics.store(this.cells, ENDED + (id % PLACES), id);
    Atomics.add(this.cells, STEPS, 1);
  }

  /** A number that is another one whenever a job was begun or has ended since. */
  get steps(): number {
    return Atomics.load(this.cells, STEPS);
  }

  hasEnded(id: number): boolean {
    return this.#says(ENDED, id);
  }

  isUnderWay(id: number): boolean {
    return this.#says(BEGUN, id) && !this.hasEnded(id);
  }

  #says(what: number, id: number): boolean {
    return Atomics.load(this.cells, what + (id % PLACES)) === id;
  }
}
