import { setFlagsFromString } from 'node:v8';

/**
 * Lets everything be allocated where short-lived garbage is cheap. V8 notes for each place in the code that allocates
 * whether what it made survived, and once it did (a cache that was filled, a moment of many requests), makes all that
 * comes from there old from the start: every row of every answer then waits, with all its texts, for a full collection
 * (ADR 0081). It is for the whole process, and so for its threads.
 */
export function keepYoungGarbageYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
