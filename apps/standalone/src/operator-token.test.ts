import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isTokenText } from '@mailroom/identity';
import { ensureOperatorToken } from './operator-token.js';

describe('the operator token', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mailroom-operator-'));
  });

  afterEach(async () => rm(directory, { recursive: true }));

  it('is made at the first start, for the owner of the file alone', async () => {
    const path = await ensureOperatorToken(directory);
    const text = (await readFile(path, 'utf8')).trim();
    expect(path).toBe(join(directory, 'operator-token'));
    expect(text).toMatch(/^mro_/);
    expect(isTokenText(text)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('stays the same at later starts', async () => {
    const text = await readFile(await ensureOperatorToken(directory), 'utf8');
    expect(await readFile(await ensureOperatorToken(directory), 'utf8')).toBe(text);
  });

  it('is made anew where the file holds something else', async () => {
    await writeFile(join(directory, 'operator-token'), 'mro_half');
    const text = await readFile(await ensureOperatorToken(directory), 'utf8');
    expect(isTokenText(text.trim())).toBe(true);
  });
});
