import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ParserPool } from '../src/parsing/parser-pool.js';

const LATE = new URL('./fixtures/late.worker.mjs', import.meta.url);

let pool: ParserPool;
let channel: InstanceType<typeof BroadcastChannel>;
/** The threads that want to start, in the order in which they were made. */
let starting: number[];
beforeEach(() => {
  starting = [];
  channel = new BroadcastChannel('parsers that start');
  channel.onmessage = (event) => {
    const { data } = event as unknown as { data: { starts?: number } };
    if (data.starts !== undefined) starting = [...starting, data.starts].sort((a, b) => a - b);
  };
});
afterEach(async () => {
  channel.close();
  await pool.close();
});

function start(workers: number): ParserPool {
  const options = { timeoutMs: 20_000, maxHeapMb: 96, hostname: 'mx.mailroom.test', dnsServers: [] };
  pool = new ParserPool({ ...options, workers, workerUrl: LATE });
  return pool;
}

/** The threads, once there are so many that want to start. */
async function wanted(count: number): Promise<number[]> {
  while (starting.length < count) await sleep(10);
  return starting;
}

const tenMails = () =>
  Array.from({ length: 10 }, (_, i) =>
    pool.parse({
      rawId: `${i}`,
      raw: Buffer.from(`Subject: ${i}\r\n\r\nhello`),
      envelope: { clientAddress: '127.0.0.1', helo: 'client.example', sender: 'a@sender.example' },
    }),
  );

it('mail does not wait for a thread that is still starting where another has nothing to do', async () => {
  start(2).warm();
  const outcomes = tenMails();
  const [, second] = await wanted(2);
  channel.postMessage({ mayStart: second });
  expect((await Promise.all(outcomes)).map(({ ok }) => ok)).toEqual(Array(10).fill(true));
});

it('mail does not wait for a thread that is still starting where the one that stands by has started', async () => {
  start(1).warm();
  const outcomes = tenMails();
  const [, spare] = await wanted(2);
  channel.postMessage({ mayStart: spare });
  expect((await Promise.all(outcomes)).map(({ ok }) => ok)).toEqual(Array(10).fill(true));
});

it('a thread that started late gets mail as any other', async () => {
  start(2).warm();
  const [first, second] = await wanted(2);
  channel.postMessage({ mayStart: second });
  await Promise.all(tenMails());
  channel.postMessage({ mayStart: first });
  await Promise.all(tenMails());
  expect((await Promise.all(tenMails())).map(({ ok }) => ok)).toEqual(Array(10).fill(true));
});
