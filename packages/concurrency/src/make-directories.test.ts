import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeDirectories } from './make-directories.js';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'mailroom-directories-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

it('a directory is made with those above it, however many make it at once', async () => {
  const path = join(base, 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 20 }, () => makeDirectories(path, 0o700)));
  for (const made of [path, join(base, 'a')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  await makeDirectories(path, 0o755);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

it('a directory that can not be made fails at once, also where there is one that takes none', async () => {
  await expect(makeDirectories('/proc/mailroom/data', 0o700)).rejects.toThrow('mkdir');
  await writeFile(join(base, 'file'), '');
  await expect(makeDirectories(join(base, 'file'), 0o700)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeDirectories(join(base, 'file', 'data'), 0o700)).rejects.toMatchObject({ code: 'ENOTDIR' });
});
