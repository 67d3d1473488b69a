#!/usr/bin/env node
import { run } from './run.js';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
// It is no failure when a reader such as `head` has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`The output can't be written: ${error.message}.\n`, () => process.exit(1));
});
// Nobody is left to tell it to; the exit code says what became of the command.
process.stderr.on('error', () => {});
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
