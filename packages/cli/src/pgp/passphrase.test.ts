import { expect, it } from '@jest/globals';
import { UsageError } from '../usage-error.js';
import { descriptor, passphraseFrom } from './passphrase.js';

it('a descriptor that nobody opened is named in one sentence', async () => {
  const reading = passphraseFrom({ env: {}, fd: 9_999 });
  await expect(reading).rejects.toThrow(UsageError);
  await expect(reading).rejects.toThrow(/^The file descriptor 9999 can't be read: /);
});

it('standard input is a descriptor, and a word is none', () => {
  expect(descriptor('0')).toBe(0);
  expect(() => descriptor('x')).toThrow('A file descriptor is a number, such as 3.');
});
