import { describe, expect, it } from '@jest/globals';
import { FewEntries } from './few-entries.js';

describe('a few entries', () => {
  it('are found by their keys, in the order in which they came', () => {
    const entries = new FewEntries<number, string>();
    for (const key of [3, 1, 2]) entries.add(key, `value ${key}`);
    entries.delete(1);
    entries.delete(7);
    expect([entries.size, entries.has(1), entries.has(2)]).toEqual([2, false, true]);
    expect([entries.get(1), entries.get(2)]).toEqual([undefined, 'value 2']);
    expect([...entries]).toEqual([
      [3, 'value 3'],
      [2, 'value 2'],
    ]);
    expect([entries.keys(), entries.values()]).toEqual([
      [3, 2],
      ['value 3', 'value 2'],
    ]);
    entries.clear();
    expect([entries.size, [...entries]]).toEqual([0, []]);
  });

  it('may go while they are gone through', () => {
    const entries = new FewEntries<number, number>();
    for (const key of [1, 2, 3, 4]) entries.add(key, key);
    for (const [key] of entries) entries.delete(key);
    expect(entries.size).toBe(0);
  });
});
