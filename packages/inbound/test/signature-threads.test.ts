import { afterEach, expect, it } from '@jest/globals';
import { SignatureThreads } from '../src/signatures/signature-threads.js';

/** It never ends with what is large, and finds everything else good. */
const SLOW = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ content, keys }) => {
      const outcome = keys.map(() => ({ status: 'valid', fingerprint: '' }));
      if (content.length < 300_000) parentPort.postMessage({ outcome });
    });
    parentPort.postMessage({ started: null });`)}`,
);
const key = Buffer.alloc(1);
const job = (bytes: number) => ({ content: Buffer.alloc(bytes), signature: key, keys: [key], sender: 'ada@far.test' });

let threads: SignatureThreads;
afterEach(() => threads.close());

it('a large mail that takes long holds up no letter', async () => {
  threads = new SignatureThreads({ timeoutMs: 2_000, stuckMs: 2_000, idleMs: 1_000, workerUrl: SLOW });
  const order: string[] = [];
  const large = threads.verify(job(300_000)).then(([verdict]) => order.push(`large ${verdict?.status}`));
  const letters = Array.from({ length: 20 }, () => threads.verify(job(2_000)));
  for (const [verdict] of await Promise.all(letters)) expect(verdict?.status).toBe('valid');
  order.push('letters');
  await large;
  expect(order).toEqual(['letters', 'large invalid']);
});

it('more than can wait is not checked, and does not wait', async () => {
  threads = new SignatureThreads({ timeoutMs: 200, stuckMs: 200, idleMs: 1_000, workerUrl: SLOW });
  const many = Array.from({ length: 100 }, () => threads.verify(job(300_000)));
  expect((await Promise.all(many.slice(64))).flat().map(({ status }) => status)).toEqual(Array(36).fill('other'));
  await threads.close();
  expect((await Promise.all(many)).flat()).toHaveLength(100);
});
