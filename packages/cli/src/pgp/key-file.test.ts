import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { openKey, openOrMakeKey } from './key-file.js';

const folder = mkdtempSync(join(tmpdir(), 'mailroom-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a key that another passphrase locks is told from a file that holds none', async () => {
  const file = join(folder, 'owner.asc');
  await openOrMakeKey(file, 'owner@a.test', 'Owner', 'the right one');
  await expect(openKey(file, 'another')).rejects.toThrow(`The passphrase does not open the key in ${file}.`);
  const other = join(folder, 'other.asc');
  writeFileSync(other, 'hello', { mode: 0o600 });
  await expect(openKey(other, 'another')).rejects.toThrow(`The file ${other} holds no private key that can be used: `);
});

it('a file that others may read is refused with the command that mends it', async () => {
  const file = join(folder, 'open.asc');
  writeFileSync(file, 'hello');
  chmodSync(file, 0o644);
  await expect(openKey(file, 'x')).rejects.toThrow(`Others can read the file ${file}: run "chmod 600 ${file}".`);
});
