import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const LOOK_MS = 10_000;
/** The share of its time for which an idle event loop is busy at the most. */
const IDLE = 0.05;
/** A collection pauses the process for about a tenth of a second, so there must be something to win. */
const LEAST_BYTES = 24 * 1024 * 1024;

/**
 * Collects what a flood left behind as soon as the process has nothing to do. V8 collects only while memory is being
 * allocated, so that an idle process would keep the garbage of its busiest minute.
 *
 * @returns a function that ends it
 */
export function collectWhenIdle(lookMs = LOOK_MS, collect = collectGarbage): () => void {
  let before = performance.eventLoopUtilization();
  let kept = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > IDLE || usedBytes() < kept + LEAST_BYTES) return;
    void collect().then(() => {
      kept = usedBytes();
    });
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
