export { Deadlines } from './deadlines.js';
export { GroupCommitter, type GroupCommitterOptions } from './group-committer.js';
export { PollingLoop } from './polling-loop.js';
export { StartedParts } from './started-parts.js';
export { TrustedReads } from './trusted-reads.js';
export { OUT_OF_MEMORY, type KillableWorker, type WorkerLoss } from './workers/killable-worker.js';
export { KillableWorkers } from './workers/killable-workers.js';
export type { WorkerClock } from './workers/worker-clock.js';
