import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { EndWatch } from './end-watch.js';

let watch: EndWatch<string>;
const asked: string[][] = [];
afterEach(() => {
  watch.close();
  asked.length = 0;
});

/** Asks every 10 ms; `ended` says what has ended by then. */
function start(ended: (keys: readonly string[]) => string[]): void {
  watch = new EndWatch(10, (keys) => {
    asked.push([...keys]);
    return Promise.resolve(ended(keys));
  });
}

describe('a watch for ends', () => {
  it('tells all who wait for what has ended, once, and asks no more about it', async () => {
    const told: string[] = [];
    start((keys) => keys.filter((key) => key === 'a'));
    for (const name of ['a', 'a', 'b']) watch.watch(name, () => told.push(name));
    await sleep(100);
    expect(told).toEqual(['a', 'a']);
    expect(asked[0]).toEqual(['a', 'b']);
    expect(asked.at(-1)).toEqual(['b']);
  });

  it('asks nothing while nobody waits, and again when somebody does', async () => {
    start(() => []);
    const stop = watch.watch('a', () => {});
    await sleep(50);
    stop();
    const before = asked.length;
    await sleep(50);
    expect([before > 0, asked.length]).toEqual([true, before]);
    watch.watch('b', () => {});
    await sleep(50);
    expect(asked.at(-1)).toEqual(['b']);
  });

  it('tells nobody while it can not know, and goes on asking', async () => {
    let told = 0;
    start((keys) => {
      if (asked.length < 3) throw new Error('the database is away');
      return [...keys];
    });
    watch.watch('a', () => (told += 1));
    await sleep(100);
    expect([told, asked.length]).toEqual([1, 3]);
  });

  it('tells nothing of what is forgotten', async () => {
    let told = 0;
    start((keys) => [...keys]);
    watch.watch('a', () => (told += 1));
    watch.forget('a');
    await sleep(50);
    expect([told, asked]).toEqual([0, []]);
  });
});
