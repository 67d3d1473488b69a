import { TenantShares } from './tenant-shares.js';

type Waiting = { readonly tenantId: string; readonly start: () => void };

/**
 * Lets a number of tasks run at once, of each tenant no more than its share; the others wait in order, and no longer than
 * they want to.
 */
export class SharedSlots {
  readonly #shares: TenantShares;
  readonly #waiting = new Set<Waiting>();

  constructor(size: number) {
    this.#shares = new TenantShares(size);
  }

  /** Runs `work` in a slot; returns null if none became free for the tenant in time. */
  async run<T>(tenantId: string, waitMs: number, work: () => Promise<T>): Promise<T | null> {
    if (!(await this.#enter(tenantId, waitMs))) return null;
    try {
      return await work();
    } finally {
      this.#shares.end(tenantId);
      this.#startWaiting();
    }
  }

  /** Whoever has room was begun as soon as there was any, so that nobody is overtaken here. */
  #enter(tenantId: string, waitMs: number): boolean | Promise<boolean> {
    if (this.#shares.roomOf(tenantId) > 0) {
      this.#shares.begin(tenantId);
      return true;
    }
    return new Promise((resolve) => {
      const start = () => {
        clearTimeout(timer);
        this.#waiting.delete(entry);
        this.#shares.begin(tenantId);
        resolve(true);
      };
      const entry = { tenantId, start };
      const timer = setTimeout(() => {
        this.#waiting.delete(entry);
        resolve(false);
      }, waitMs);
      this.#waiting.add(entry);
    });
  }

  #startWaiting(): void {
    for (const { tenantId, start } of this.#waiting) {
      if (this.#shares.isFull) return;
      if (this.#shares.roomOf(tenantId) > 0) start();
    }
  }
}
