import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { residentBytes, returnFreedMemory } from './freed-memory.js';

const LOOK_MS = 10_000;
/** The share of its time for which an idle event loop is busy at the most. */
const IDLE = 0.05;
/** A collection pauses the process for about a tenth of a second, so there must be something to win. */
const LEAST_BYTES = 24 * 1024 * 1024;

/** Something that takes time and gives memory back. */
type Saving = {
  /**
   * Returns bytes. Saving is worth the time once they differ by `LEAST_BYTES` from what they were after the last time:
   * where they are fewer, a thread has ended, and what it freed may lie between what others use.
   */
  readonly taken: () => number;
  readonly save: () => Promise<unknown>;
};

/** The order matters: what V8 collects, it frees, and what is freed can be returned. */
const SAVINGS: readonly Saving[] = [
  { taken: usedBytes, save: collectGarbage },
  { taken: residentBytes, save: returnFreedMemory },
];

/**
 * Gives back what a flood left behind as soon as the process has nothing to do. V8 collects only while memory is being
 * allocated, and the C library keeps what is freed, so that an idle process would stay as large as in its busiest minute.
 *
 * @returns a function that ends it
 */
export function saveMemoryWhenIdle(lookMs = LOOK_MS, savings = SAVINGS): () => void {
  let before = performance.eventLoopUtilization();
  let isSaving = false;
  const kept = new Map<Saving, number>();
  const saveAll = async () => {
    for (const saving of savings) {
      if (Math.abs(saving.taken() - (kept.get(saving) ?? 0)) < LEAST_BYTES) continue;
      await saving.save();
      kept.set(saving, saving.taken());
    }
  };
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > IDLE || isSaving) return;
    isSaving = true;
    // What could not be saved is tried again at the next look.
    void saveAll()
      .catch(() => {})
      .finally(() => (isSaving = false));
  }, lookMs).unref();
  return () => clearInterval(timer);
}

function usedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
