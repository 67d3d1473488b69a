/** Counts the octets of message content that the process holds against one limit for all sessions. */
export class InFlightBudget {
  #usedBytes = 0;

  constructor(readonly maxBytes: number) {}

  get usedBytes(): number {
    return this.#usedBytes;
  }

  get isExhausted(): boolean {
    return this.#usedBytes >= this.maxBytes;
  }

  /** Returns false and takes nothing if the limit would be exceeded. */
  reserve(bytes: number): boolean {
    if (this.#usedBytes + bytes > this.maxBytes) return false;
    this.#usedBytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#usedBytes -= bytes;
  }
}
