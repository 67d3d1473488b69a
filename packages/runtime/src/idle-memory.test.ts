import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { afterEach, describe, expect, it } from '@jest/globals';
import { collectWhenIdle } from './idle-memory.js';

const MB = 1024 * 1024;
const usedMb = () => getHeapStatistics().used_heap_size / MB;

let end = () => {};
afterEach(() => end());

/** Makes what takes 80 MB, where V8 collects late. */
async function makeObjects(): Promise<object[][]> {
  const held = Array.from({ length: 100 }, () => Array.from({ length: 20_000 }, (_, index) => ({ index })));
  await sleep(50);
  return held;
}

describe('the memory of an idle process', () => {
  it('is that of what it holds, however much it has held', async () => {
    const before = usedMb();
    expect(await makeObjects()).toHaveLength(100);
    expect(usedMb()).toBeGreaterThan(before + 60);
    end = collectWhenIdle(100);
    for (let wait = 0; wait < 100 && usedMb() > before + 30; wait += 1) await sleep(100);
    expect(usedMb()).toBeLessThan(before + 30);
  });

  it('is left alone while there is work', async () => {
    let asked = 0;
    const held = await makeObjects();
    end = collectWhenIdle(100, () => Promise.resolve(void (asked += 1)));
    for (const until = performance.now() + 700; performance.now() < until; await sleep(0)) burn(20);
    expect(asked).toBe(0);
    for (let wait = 0; wait < 100 && asked === 0; wait += 1) await sleep(100);
    expect([asked, held.length]).toEqual([1, 100]);
  });
});

function burn(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}
