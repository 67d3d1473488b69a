import type { WorkerClock } from '@mailroom/concurrency';

const TICK_MS = 25;
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

/** What is asked about the worker's jobs, of which the worker itself is never asked. */
export type WatchedJobs = {
  /** A number that is another one whenever the worker has begun or ended a job since. */
  readonly steps: () => number;
  /** The ids of those that it has begun and that have not ended. */
  readonly underWay: () => readonly number[];
  readonly areLeft: () => boolean;
};

type Begun = { readonly at: number; cpuMs: number | null; isSlow: boolean };

/** Watches a worker's jobs by its processor time. It costs nothing while messages are short. */
export class ThreadWatch {
  /** The jobs that were under way at a tick. */
  readonly #begun = new Map<number, Begun>();
  #timer: NodeJS.Timeout | undefined;
  #tickedAt = 0;
  #activeMs = 0;
  #steps = 0;
  /** The processor time when the present silence was first noticed. */
  #silentFrom: number | null = null;
  #isOverdue = false;

  constructor(
    private readonly clock: WorkerClock,
    private readonly limits: WatchLimits,
    private readonly jobs: WatchedJobs,
    private readonly callbacks: WatchCallbacks,
  ) {}

  /** It ends by itself when no job is left. */
  start(): void {
    if (this.#timer) return;
    this.#tickedAt = performance.now();
    this.#activeMs = this.clock.activeMs();
    this.#steps = this.jobs.steps();
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#begun.clear();
    this.#silentFrom = null;
    this.#isOverdue = false;
  }

  #tick(): void {
    if (!this.jobs.areLeft()) return this.stop();
    const now = performance.now();
    const [elapsed, activeMs, steps] = [now - this.#tickedAt, this.clock.activeMs(), this.jobs.steps()];
    const hasMoved = steps !== this.#steps;
    const underWay = this.jobs.underWay();
    const isSilent = !hasMoved && underWay.length > 0 && activeMs - this.#activeMs >= BUSY * elapsed;
    [this.#tickedAt, this.#activeMs, this.#steps] = [now, activeMs, steps];
    if (hasMoved) this.#isOverdue = false;
    this.#watchSilence(isSilent);
    this.#follow(underWay, now);
    this.#watchBegun(now);
  }

  #follow(underWay: readonly number[], now: number): void {
    for (const id of this.#begun.keys()) if (!underWay.includes(id)) this.#begun.delete(id);
    for (const id of underWay) if (!this.#begun.has(id)) this.#begun.set(id, { at: now, cpuMs: null, isSlow: false });
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
