import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { KillableWorker, WorkerLoss } from './killable-worker.js';
import { KillableWorkers } from './killable-workers.js';

const NO_SUCH = new URL('file:///no/such.worker.mjs');
const script = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
const ECHO = script(`
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (said) => {
    if (said === 'exit') process.exit(7);
    if (said === 'hang') for (;;);
    parentPort.postMessage(said);
  });`);

const open: KillableWorker<string>[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((worker) => worker.close()));
});

/** Starts a worker, and collects what it says until it is lost. */
function start(workers: KillableWorkers) {
  const heard: string[] = [];
  let onHeard = () => {};
  const first = new Promise<void>((resolve) => (onHeard = resolve));
  let worker: KillableWorker<string> | undefined;
  const lost = new Promise<WorkerLoss>((onLost) => {
    const onMessage = (message: string) => {
      heard.push(message);
      worker?.prove();
      onHeard();
    };
    worker = workers.start<string>({ onMessage, onLost });
    open.push(worker);
  });
  const post = (said: string) => worker?.post(said, []);
  return { post, kill: (reason: string) => worker?.kill(reason), heard, first, lost };
}

const pool = (url: URL) => new KillableWorkers({ url, maxHeapMb: 64 });

describe('killable workers', () => {
  it('answer, and can be killed while they hang', async () => {
    const worker = start(pool(ECHO));
    worker.post('hello');
    await worker.first;
    worker.post('hang');
    worker.kill('timeout');
    expect(await worker.lost).toEqual({ reason: 'timeout', isProven: true });
    expect(worker.heard).toEqual(['hello']);
  });

  it('are replaced at once after a crash of one that worked', async () => {
    const workers = pool(ECHO);
    const begun = performance.now();
    for (let round = 0; round < 4; round += 1) {
      const worker = start(workers);
      worker.post('hello');
      worker.post('exit');
      expect(await worker.lost).toEqual({ reason: 'crashed: exit code 7', isProven: true });
    }
    // The pauses alone would take 3.75 s.
    expect(performance.now() - begun).toBeLessThan(3_500);
  });

  it('that can not start are not started again and again', async () => {
    const workers = pool(NO_SUCH);
    const over = performance.now() + 1_500;
    let losses = 0;
    while (performance.now() < over) {
      const next = await Promise.race([start(workers).lost, sleep(over - performance.now(), null)]);
      if (!next) break;
      expect(next.isProven).toBe(false);
      losses += 1;
    }
    // It starts at once, after 250 ms, and after another 500 ms.
    expect(losses).toBeGreaterThan(0);
    expect(losses).toBeLessThan(4);
  });

  it('get what was posted while they could not start yet', async () => {
    const workers = pool(ECHO);
    const broken = start(workers);
    broken.post('exit');
    expect((await broken.lost).isProven).toBe(false);
    const worker = start(workers);
    worker.post('one');
    worker.post('two');
    await worker.first;
    expect(worker.heard[0]).toBe('one');
  });
});
