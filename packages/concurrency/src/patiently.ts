import { setTimeout as sleep } from 'node:timers/promises';
import type { Pauses } from './pauses.js';

export type Patience = {
  readonly pauses: Pauses;
  /** Whether trying again can help; without it, always. */
  readonly isPassing?: (error: unknown) => boolean;
  /** Told of every failure after which there is another try. */
  readonly onError?: (error: unknown) => void;
  /** Aborting it ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the process stays alive for the next try, which is so without it. */
  readonly ref?: boolean;
};

/**
 * Tries until it works, with pauses in between.
 * @throws what will not pass by itself; an AbortError where a pause was ended
 */
export async function patiently<T>(
  work: () => Promise<T>,
  { pauses, isPassing = () => true, onError, signal, ref = true }: Patience,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      onError?.(error);
      await sleep(pauses.next(), undefined, { signal, ref });
    }
  }
}
