import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { leftToCi } from './everyday.mjs';

const MINUTES = 8;
const WORKERS = 2;

const root = new URL('../../', import.meta.url);
const times = JSON.parse(readFileSync(new URL('packages/testing/jest/suite-times.json', root), 'utf8')) as {
  readonly standalone: Readonly<Record<string, number>>;
};
const left = Object.values(leftToCi).flat();

it('leaves to CI only suites that there are', () => {
  expect(left.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

it(`runs every day what two workers do in ${MINUTES} minutes, by the recorded times`, () => {
  const everyday = Object.entries(times.standalone).filter(([path]) => !left.includes(path));
  const seconds = everyday.reduce((sum, [, one]) => sum + one, 0);
  expect(everyday.length).toBeGreaterThan(left.length);
  expect(seconds / 60 / WORKERS).toBeLessThan(MINUTES);
});
