import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretBox } from './secret-box.js';
import { parseSecretKeys } from './secret-keys.js';

const [first, second] = [randomBytes(32), randomBytes(32)];
const box = new SecretBox([first]);

describe('a sealed secret', () => {
  it('comes out as it was, is never the same text twice, and does not show what it is', () => {
    const [one, two] = [box.seal('whsec_ä', 'webhook/secret/1'), box.seal('whsec_ä', 'webhook/secret/1')];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^enc:v1:[0-9a-f]{12}:[\w-]+$/);
    expect(one).not.toContain(Buffer.from('whsec_ä').toString('base64url'));
    expect([one, two].map((text) => box.open(text, 'webhook/secret/1'))).toEqual(['whsec_ä', 'whsec_ä']);
  });

  it('is none in another row, with another key, or with one character changed', () => {
    const sealed = box.seal('secret', 'webhook/secret/1');
    expect(() => box.open(sealed, 'webhook/secret/2')).toThrow(/another row/);
    expect(() => new SecretBox([second]).open(sealed, 'webhook/secret/1')).toThrow(/lacks the key/);
    const [at, other] = [sealed.length - 5, sealed.at(-5) === 'A' ? 'B' : 'A'];
    expect(() => box.open(sealed.slice(0, at) + other + sealed.slice(at + 1), 'webhook/secret/1')).toThrow(/changed/);
    for (const cut of ['enc:v1:', sealed.slice(0, 30)]) expect(() => box.open(cut, 'webhook/secret/1')).toThrow();
  });

  it('of an older key is opened as long as that key is there, and the first key seals', () => {
    const both = new SecretBox([second, first]);
    expect(both.open(box.seal('x', 'a'), 'a')).toBe('x');
    expect(new SecretBox([second]).open(both.seal('x', 'a'), 'a')).toBe('x');
  });

  it('is plain without a key, and what was plain is read with one', () => {
    expect(new SecretBox([]).seal('x', 'a')).toBe('x');
    expect(box.open('x', 'a')).toBe('x');
  });
});

describe('keys', () => {
  it('are 32 bytes each in base64, separated by commas', () => {
    const text = `${first.toString('base64')}, ${second.toString('base64')}`;
    expect(parseSecretKeys(text)).toEqual([first, second]);
    for (const bad of ['', 'x', `${text},`, randomBytes(16).toString('base64'), first.toString('hex')])
      expect(parseSecretKeys(bad)).toBeNull();
  });
});
