import { setImmediate as turn } from 'node:timers/promises';

/** To copy or to hash so many bytes takes some milliseconds at the most. */
export const SLICE_BYTES = 1024 * 1024;

/**
 * Works through `length` bytes slice by slice, and lets everything else have its turn between two, so that a message of
 * 34 MB holds nobody up for as long as it takes to copy. What is no longer than a slice is done at once.
 */
export async function inSlices(length: number, work: (start: number, end: number) => void): Promise<void> {
  for (let start = 0; start < length; start += SLICE_BYTES) {
    if (start > 0) await turn();
    work(start, Math.min(length, start + SLICE_BYTES));
  }
}
