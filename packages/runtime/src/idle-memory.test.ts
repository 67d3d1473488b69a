import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { afterEach, describe, expect, it } from '@jest/globals';
import { residentBytes } from './freed-memory.js';
import { saveMemoryWhenIdle } from './idle-memory.js';

const MB = 1024 * 1024;
const usedMb = () => getHeapStatistics().used_heap_size / MB;
const residentMb = () => residentBytes() / MB;

let end = () => {};
afterEach(() => end());

/** Makes what takes 80 MB, where V8 collects late. */
async function makeObjects(): Promise<object[][]> {
  const held = Array.from({ length: 100 }, () => Array.from({ length: 20_000 }, (_, index) => ({ index })));
  await sleep(50);
  return held;
}

/** Makes 160 MB of buffers, and returns one of each fifty: the C library can't give back what lies between them. */
function makeHoles(): Buffer[] {
  const made = Array.from({ length: 40_000 }, (_, index) => Buffer.allocUnsafeSlow(2_000 + (index % 4_000)).fill(1));
  return made.filter((_, index) => index % 50 === 0);
}

describe('the memory of an idle process', () => {
  it('is that of what it holds, however much it has held', async () => {
    const before = usedMb();
    expect(await makeObjects()).toHaveLength(100);
    expect(usedMb()).toBeGreaterThan(before + 60);
    end = saveMemoryWhenIdle(100);
    for (let wait = 0; wait < 100 && usedMb() > before + 30; wait += 1) await sleep(100);
    expect(usedMb()).toBeLessThan(before + 30);
  });

  it('is given back to the system where it was freed, wherever it lies', async () => {
    const before = residentMb();
    const held = makeHoles();
    expect(residentMb()).toBeGreaterThan(before + 120);
    end = saveMemoryWhenIdle(100);
    for (let wait = 0; wait < 100 && residentMb() > before + 60; wait += 1) await sleep(100);
    expect(residentMb()).toBeLessThan(before + 60);
    expect(held).toHaveLength(800);
  });

  it('is left alone while there is work', async () => {
    let asked = 0;
    const save = () => Promise.resolve(void (asked += 1));
    const held = await makeObjects();
    end = saveMemoryWhenIdle(100, [{ taken: () => held.length * MB, save }]);
    for (const until = performance.now() + 700; performance.now() < until; await sleep(0)) burn(20);
    expect(asked).toBe(0);
    for (let wait = 0; wait < 100 && asked === 0; wait += 1) await sleep(100);
    await sleep(300);
    expect([asked, held.length]).toEqual([1, 100]);
  });

  it('is looked after again where it could not be given back', async () => {
    let asked = 0;
    const save = async () => {
      asked += 1;
      if (asked === 1) throw new Error('the inspector is in use');
    };
    end = saveMemoryWhenIdle(50, [{ taken: () => 100 * MB, save }]);
    for (let wait = 0; wait < 100 && asked < 2; wait += 1) await sleep(50);
    expect(asked).toBe(2);
  });
});

function burn(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}
