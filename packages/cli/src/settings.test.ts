import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { settingsOf } from './settings.js';
import { UsageError } from './usage-error.js';

const folder = mkdtempSync(join(tmpdir(), 'mailroom-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the token of a file', () => {
  it('is what stands in it, without what an editor put around it', () => {
    const file = join(folder, 'token');
    writeFileSync(file, '\uFEFFmrt_abc\r\n');
    expect(settingsOf({}, { MAILROOM_TOKEN_FILE: file }).token).toBe('mrt_abc');
  });

  it.each([
    ['that is not there', join(folder, 'none'), 'There is no file'],
    ['that is a folder', folder, "can't be read"],
  ])('%s is asked for in one sentence', (_, file, problem) => {
    const reading = () => settingsOf({}, { MAILROOM_TOKEN_FILE: file });
    expect(reading).toThrow(UsageError);
    expect(reading).toThrow(problem);
  });
});

it.each(['mrt_a\nb', 'mrt_a b', 'mrt_ключ'])('a token that no header can hold is refused unseen: %j', (token) => {
  for (const reading of [() => settingsOf({ token }, {}), () => settingsOf({}, { MAILROOM_TOKEN: token })]) {
    expect(reading).toThrow(UsageError);
    expect(reading).not.toThrow(token);
  }
});

it('a variable that is empty is one that is not set', () => {
  const file = join(folder, 'own');
  writeFileSync(file, 'mrt_own');
  const empty = { MAILROOM_URL: '', MAILROOM_TOKEN: '', MAILROOM_TOKEN_FILE: file };
  expect(settingsOf({}, empty)).toEqual({ baseUrl: 'http://localhost:8080', token: 'mrt_own' });
  expect(() => settingsOf({}, { MAILROOM_TOKEN_FILE: '', MAILROOM_DATA_DIR: folder })).toThrow('There is no token');
});

it('the token of an installation is found in its data directory', () => {
  writeFileSync(join(folder, 'manager-token'), 'mrm_first\n');
  expect(settingsOf({}, { MAILROOM_DATA_DIR: folder }).token).toBe('mrm_first');
  const elsewhere = join(folder, 'elsewhere');
  expect(() => settingsOf({}, { MAILROOM_DATA_DIR: elsewhere })).toThrow(
    `There is no token, not even in ${elsewhere}/manager-token: set one with --token, MAILROOM_TOKEN or MAILROOM_TOKEN_FILE.`,
  );
});
