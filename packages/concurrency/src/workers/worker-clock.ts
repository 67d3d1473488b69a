import { readFileSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';

/** Linux reports processor time in hundredths of a second on every architecture. */
const MS_PER_TICK = 10;
/** The positions of user and system time after the name in parentheses (proc_pid_stat(5)). */
const UTIME = 11;
const STIME = 12;

/** Knows how much processor time a worker has used. The worker itself can't answer while it works. */
export class WorkerClock {
  /** The system's id of the thread, or null if it is unknown. */
  threadId: number | null = null;

  /** @param worker undefined while it has not been started */
  constructor(private readonly worker: () => Worker | undefined) {}

  /**
   * If the system does not report it, this is the time in which the worker was not idle, which is more on a busy
   * machine.
   */
  milliseconds(): number {
    return this.#byTheSystem() ?? this.activeMs();
  }

  activeMs(): number {
    return this.worker()?.performance.eventLoopUtilization().active ?? 0;
  }

  #byTheSystem(): number | null {
    if (this.threadId === null) return null;
    try {
      const stat = readFileSync(`/proc/self/task/${this.threadId}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[UTIME]) + Number(fields[STIME])) * MS_PER_TICK;
    } catch {
      return null;
    }
  }
}
