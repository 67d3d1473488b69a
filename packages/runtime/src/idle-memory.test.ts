import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from '@jest/globals';
import { saveMemoryWhenIdle } from './idle-memory.js';

const MB = 1024 * 1024;
const usedMb = () => getHeapStatistics().used_heap_size / MB;
const HOLES = new URL('../test/fixtures/holes.mjs', import.meta.url);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

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
    // What other suites have left in this process would go meanwhile.
    collect();
    const before = usedMb();
    const held = await makeObjects();
    expect(usedMb()).toBeGreaterThan(before + 60);
    expect(held).toHaveLength(100);
    held.length = 0;
    end = saveMemoryWhenIdle(100);
    for (let wait = 0; wait < 100 && usedMb() > before + 30; wait += 1) await sleep(100);
    expect(usedMb()).toBeLessThan(before + 30);
  });

  it('is given back to the system where it was freed, wherever it lies', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(HOLES)]);
    const { before, full, afterwards, held } = JSON.parse(stdout);
    expect(full).toBeGreaterThan(before + 120);
    expect(afterwards).toBeLessThan(before + 60);
    expect(held).toBe(800);
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
