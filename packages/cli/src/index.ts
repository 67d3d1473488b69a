export { exitCodes, type ExitCode } from './exit-codes.js';
export { run, type Terminal } from './run.js';
