export { Deadlines } from './deadlines.js';
export { GroupCommitter, type GroupCommitterOptions } from './group-committer.js';
export { PollingLoop } from './polling-loop.js';
export { StartedParts } from './started-parts.js';
export { TrustedReads } from './trusted-reads.js';
