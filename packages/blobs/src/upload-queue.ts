import type { Announce } from './blob-store.js';
import { unavailable } from './s3-failure.js';

type Upload = (contents: readonly Buffer[], announce: Announce | undefined) => Promise<string[]>;

type Put = {
  readonly contents: readonly Buffer[];
  readonly announce: Announce | undefined;
  readonly bytes: number;
  /** Milliseconds on the monotonic clock. */
  readonly waitsUntil: number;
  readonly resolve: (locators: string[]) => void;
  readonly reject: (error: unknown) => void;
};

const UPLOADS_AT_ONCE = 4;
/** The limit for a group of several puts. */
const GROUP_BYTES = 8 * 1024 * 1024;

/** Runs a few uploads at once; puts that arrive in the meantime go into the next one together, and no put is split. */
export class UploadQueue {
  readonly #upload: Upload;
  readonly #waitMs: number;
  readonly #running = new Set<Promise<void>>();
  #queue: Put[] = [];
  #begins = false;

  constructor(upload: Upload, waitMs: number) {
    this.#upload = upload;
    this.#waitMs = waitMs;
  }

  add(contents: readonly Buffer[], announce?: Announce): Promise<string[]> {
    const bytes = contents.reduce((sum, { length }) => sum + length, 0);
    return new Promise((resolve, reject) => {
      const waitsUntil = performance.now() + this.#waitMs;
      this.#queue.push({ contents, announce, bytes, waitsUntil, resolve, reject });
      if (this.#begins) return;
      this.#begins = true;
      // Whatever else arrives in this turn is included.
      setImmediate(() => {
        this.#begins = false;
        this.#begin();
      });
    });
  }

  async idle(): Promise<void> {
    this.#begin();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #begin(): void {
    while (this.#running.size < UPLOADS_AT_ONCE) {
      const group = this.#takeGroup();
      if (group.length === 0) return;
      const running = this.#run(group).finally(() => {
        this.#running.delete(running);
        this.#begin();
      });
      this.#running.add(running);
    }
  }

  async #run(group: readonly Put[]): Promise<void> {
    try {
      const locators = await this.#upload(
        group.flatMap(({ contents }) => contents),
        group.find(({ announce }) => announce)?.announce,
      );
      for (const { contents, resolve } of group) resolve(locators.splice(0, contents.length));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  #takeGroup(): Put[] {
    const now = performance.now();
    const late = this.#queue.findIndex(({ waitsUntil }) => waitsUntil > now);
    for (const { reject } of this.#queue.splice(0, late === -1 ? this.#queue.length : late)) {
      reject(unavailable(new Error('Earlier uploads took too long.')));
    }
    let count = 0;
    for (let bytes = 0; count < this.#queue.length; count += 1) {
      bytes += this.#queue[count]?.bytes ?? 0;
      if (count > 0 && bytes > GROUP_BYTES) break;
    }
    return this.#queue.splice(0, count);
  }
}
