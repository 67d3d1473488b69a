export { createLog, describeError, type Log } from './log.js';
