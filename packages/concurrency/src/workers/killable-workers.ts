import { KillableWorker, type WorkerCallbacks, type WorkerOptions } from './killable-worker.js';
import { StartPauses } from './start-pauses.js';

/**
 * Starts the workers of one pool. After one that ended before it was proven, none starts for a while, so that a file that
 * is broken or missing does not keep the processor busy: what is posted to a worker meanwhile waits.
 */
export class KillableWorkers {
  readonly #pauses = new StartPauses();

  constructor(private readonly options: WorkerOptions) {}

  start<Message>(callbacks: WorkerCallbacks<Message>, workerData?: unknown): KillableWorker<Message> {
    return new KillableWorker(this.options, workerData, this.#pauses, callbacks);
  }
}
