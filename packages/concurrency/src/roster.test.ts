import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Roster } from './roster.js';

const OWN = new URL('../dist/roster.js', import.meta.url).href;

/** What a million objects of which eight at a time are in a collection leave in the old space, in bytes for each. */
async function leftByEach(collection: string): Promise<number> {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { Roster } from '${OWN}';
    const old = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size;
    ${collection}
    for (let n = 0; n < 8; n += 1) enter({ n });
    global.gc();
    const before = old();
    const leaving = [];
    for (let n = 0; n < 100_000; n += 1) {
      leaving.push(enter({ n, of: [n, n + 1, n + 2, n + 3] }));
      if (leaving.length > 8) leaving.shift()();
    }
    process.stdout.write(String((old() - before) / 100_000));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '-e', script]);
  return Number(stdout);
}

describe('a roster', () => {
  it('knows what is in it, whoever leaves first', () => {
    const roster = new Roster<string>();
    const [leaveA, leaveB, leaveC] = ['a', 'b', 'c'].map((item) => roster.enter(item));
    expect([...roster].sort()).toEqual(['a', 'b', 'c']);
    expect([leaveA?.(), leaveA?.()]).toEqual([true, false]);
    expect([...roster].sort()).toEqual(['b', 'c']);
    const leaveD = roster.enter('d');
    leaveC?.();
    expect([...roster].sort()).toEqual(['b', 'd']);
    leaveD();
    leaveB?.();
    expect(roster.size).toBe(0);
    expect([...roster]).toEqual([]);
  });

  it('holds the same thing as often as it entered', () => {
    const roster = new Roster<string>();
    const leave = roster.enter('a');
    roster.enter('a');
    leave();
    expect([...roster]).toEqual(['a']);
  });

  it('lets those who leave while it is gone through', () => {
    const roster = new Roster<() => void>();
    for (let n = 0; n < 5; n += 1) {
      const leave = roster.enter(() => leave());
    }
    for (const leave of roster) leave();
    expect(roster.size).toBe(0);
  });

  it('keeps nothing of what left, where a Set keeps it until a full garbage collection', async () => {
    const set = 'const all = new Set(); const enter = (item) => { all.add(item); return () => all.delete(item); };';
    expect(await leftByEach(set)).toBeGreaterThan(50);
    expect(await leftByEach('const all = new Roster(); const enter = (item) => all.enter(item);')).toBeLessThan(5);
  });
});
