import type { WorkerClock } from '@mailroom/concurrency';

const TICK_MS = 25;
/** A tick later than this means that this thread was busy and has not heard what the worker did meanwhile. */
const LATE_MS = 3 * TICK_MS;
/** A worker that computes is busy for at least this share of its time. */
const BUSY = 0.8;
/** A message that takes this much processor time in one piece is in the way of others. */
const QUANTUM_MS = 40;
/** Nearly all messages have ended by then; only those that have not are looked at one by one. */
const WATCHED_MS = 100;
/** A message that takes this much processor time beyond that is slow, whatever its outcome. */
const SLOW_MS = 200;
/**
 * A message may take this many times its processor time by the wall clock: the machine may be busy, or the worker
 * stuck.
 */
const STUCK_FACTOR = 30;

export type WatchLimits = {
  /** The limit on processor time. */
  readonly timeoutMs: number;
  /** The wall-clock time after which a worker counts as stuck, however little it does. */
  readonly stuckMs?: number | undefined;
};

export type WatchCallbacks = {
  /** Called when the worker has been at one message for long while its other messages wait. */
  readonly onOverdue: () => void;
  readonly onSlow: (id: number) => void;
  readonly onTimeout: () => void;
};

type Begun = { readonly at: number; cpuMs: number | null; isSlow: boolean };

/** Watches a worker's jobs by its processor time. It costs nothing while messages are short. */
export class ThreadWatch {
  readonly #begun = new Map<number, Begun>();
  #timer: NodeJS.Timeout | undefined;
  #tickedAt = 0;
  #activeMs = 0;
  #hasReported = true;
  /** The processor time when the present silence was first noticed. */
  #silentFrom: number | null = null;
  #isOverdue = false;

  constructor(
    private readonly clock: WorkerClock,
    private readonly limits: WatchLimits,
    private readonly callbacks: WatchCallbacks,
  ) {}

  /** The ids of the worker's jobs, in the order in which it began them. */
  get begun(): readonly number[] {
    return [...this.#begun.keys()];
  }

  begin(id: number): void {
    this.#report();
    this.#begun.set(id, { at: performance.now(), cpuMs: null, isSlow: false });
    if (this.#timer) return;
    this.#tickedAt = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  end(id: number): void {
    this.#report();
    this.#begun.delete(id);
    if (this.#begun.size === 0) this.stop();
  }

  /** Stops watching the job; the worker may still be at it. */
  forget(id: number): void {
    this.#begun.delete(id);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#begun.clear();
  }

  #report(): void {
    this.#hasReported = true;
    this.#isOverdue = false;
  }

  #tick(): void {
    const now = performance.now();
    const [elapsed, activeMs] = [now - this.#tickedAt, this.clock.activeMs()];
    const isSilent = !this.#hasReported && elapsed < LATE_MS && activeMs - this.#activeMs >= BUSY * elapsed;
    [this.#tickedAt, this.#activeMs, this.#hasReported] = [now, activeMs, false];
    this.#watchSilence(isSilent);
    this.#watchBegun(now);
  }

  #watchSilence(isSilent: boolean): void {
    if (!isSilent) this.#silentFrom = null;
    if (!isSilent || this.#isOverdue) return;
    const cpuMs = this.clock.milliseconds();
    this.#silentFrom ??= cpuMs;
    if (cpuMs - this.#silentFrom < QUANTUM_MS - TICK_MS) return;
    this.#isOverdue = true;
    this.callbacks.onOverdue();
  }

  #watchBegun(now: number): void {
    const watched = [...this.#begun].filter(([, { at }]) => now - at >= WATCHED_MS);
    if (watched.length === 0) return;
    const { timeoutMs, stuckMs = STUCK_FACTOR * timeoutMs } = this.limits;
    const cpuMs = this.clock.milliseconds();
    for (const [id, begun] of watched) {
      const usedMs = cpuMs - (begun.cpuMs ??= cpuMs);
      if (now - begun.at >= stuckMs || usedMs >= timeoutMs) return this.callbacks.onTimeout();
      if (begun.isSlow || usedMs < SLOW_MS) continue;
      begun.isSlow = true;
      this.callbacks.onSlow(id);
    }
  }
}
