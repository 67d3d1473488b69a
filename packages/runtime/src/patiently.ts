import { setTimeout as sleep } from 'node:timers/promises';

export type Patience = {
  /** Whether trying again can help. */
  readonly isPassing: (error: unknown) => boolean;
  readonly onError: (error: unknown) => void;
  /** Aborting it ends the waiting. */
  readonly signal?: AbortSignal | undefined;
};

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * Tries until it works and never gives up, with pauses that double up to five seconds.
 * @throws what will not pass by itself
 */
export async function patiently<T>(work: () => Promise<T>, { isPassing, onError, signal }: Patience): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      onError(error);
      await sleep(pauseMs, undefined, { signal });
    }
  }
}
