import { afterEach, expect, it } from '@jest/globals';
import { JobThread, type JobThreadOptions } from './job-thread.js';
import { KillableWorkers } from './killable-workers.js';

/** Rests or works for so many milliseconds, or never answers. */
const WORKER = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { readlinkSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ rest, work }) => {
      for (const end = performance.now() + (work ?? 0); performance.now() < end;);
      if (rest !== undefined) setTimeout(() => parentPort.postMessage({ outcome: 'done' }), rest);
    });
    parentPort.postMessage({ started: Number(readlinkSync('/proc/thread-self').split('/').at(-1)) });`)}`,
);

type Work = { readonly rest?: number; readonly work?: number };
const timeout = { lost: { reason: 'timeout', isProven: true } };
const ALLOWED = { timeoutMs: 400, stuckMs: 20_000, maxGrowthMb: 512, idleMs: 20_000 };

let thread: JobThread<Work, string>;
afterEach(() => thread.close());

async function started(options: Partial<JobThreadOptions> = {}): Promise<JobThread<Work, string>> {
  thread = new JobThread(new KillableWorkers({ url: WORKER, maxHeapMb: 64 }), { ...ALLOWED, ...options });
  expect(await thread.run({ rest: 0 }, [])).toEqual({ outcome: 'done' });
  return thread;
}

it('a job that gets no processor is not ended for that', async () => {
  expect(await (await started()).run({ rest: 1_500 }, [])).toEqual({ outcome: 'done' });
});

it('a job that takes too much of the processor is ended, and what earlier ones took does not count', async () => {
  const some = await started();
  for (let round = 0; round < 3; round += 1)
    expect(await some.run({ work: 200, rest: 0 }, [])).toEqual({ outcome: 'done' });
  expect(await some.run({ work: 30_000, rest: 0 }, [])).toEqual(timeout);
});

it('a job that does nothing at all is given up in the end, and the next one has a new worker', async () => {
  const some = await started({ stuckMs: 600 });
  const begun = performance.now();
  expect(await some.run({}, [])).toEqual(timeout);
  expect(performance.now() - begun).toBeGreaterThan(590);
  expect(await some.run({ rest: 0 }, [])).toEqual({ outcome: 'done' });
});
