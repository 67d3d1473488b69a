import { DomainError } from '@mailroom/errors';

const MIB = 1024 * 1024;
const WAIT_MS = 30_000;

type Waiting = { readonly holder: string; readonly bytes: number; readonly enter: () => void };

/**
 * Bounds the large bodies that a process holds at once. A request that finds no room waits with its body unread, and so
 * does its sender; one holder never takes so much of the room that another finds none.
 */
export class BodyRoom {
  readonly #waiting: Waiting[] = [];
  readonly #held = new Map<string, number>();
  #free: number;

  constructor(
    total = 128 * MIB,
    private readonly perHolder = 72 * MIB,
    private readonly waitMs = WAIT_MS,
  ) {
    this.#free = total;
  }

  /** Resolves to a function that gives the room back. @throws unavailable */
  async enter(holder: string, bytes: number): Promise<() => void> {
    if (!this.#fits(holder, bytes)) await this.#turn(holder, bytes);
    else this.#take(holder, bytes);
    let held = true;
    return () => {
      if (held) this.#leave(holder, bytes);
      held = false;
    };
  }

  #turn(holder: string, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = { holder, bytes, enter: () => resolve(clearTimeout(timer)) };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        const detail = 'Too many large bodies are being read at the moment.';
        reject(new DomainError('unavailable', detail, { fix: 'Send the request again later.', retryAfterSeconds: 5 }));
      }, this.waitMs);
      this.#waiting.push(waiting);
    });
  }

  #fits(holder: string, bytes: number): boolean {
    const held = this.#held.get(holder) ?? 0;
    return bytes <= this.#free && held + bytes <= this.perHolder;
  }

  #take(holder: string, bytes: number): void {
    this.#free -= bytes;
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + bytes);
  }

  #leave(holder: string, bytes: number): void {
    this.#free += bytes;
    const rest = (this.#held.get(holder) ?? 0) - bytes;
    if (rest > 0) this.#held.set(holder, rest);
    else this.#held.delete(holder);
    for (const next of [...this.#waiting]) {
      if (!this.#fits(next.holder, next.bytes)) continue;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#take(next.holder, next.bytes);
      next.enter();
    }
  }
}
