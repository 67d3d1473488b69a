import { describe, expect, it } from '@jest/globals';
import { pressedKey } from './pressed-key.js';

describe('the key that somebody means', () => {
  it.each([
    ['л', 'KeyK', 'k'],
    ['Л', 'KeyK', 'K'],
    ['κ', 'KeyK', 'k'],
    ['ל', 'KeyK', 'k'],
    ['ن', 'KeyK', 'k'],
  ])('is where a Latin letter is on a keyboard of another script: %s', (key, code, meant) => {
    expect(pressedKey({ key, code })).toBe(meant);
  });

  it.each([
    ['t', 'KeyK'],
    ['k', 'KeyV'],
    ['é', 'Digit2'],
    ['ö', 'Semicolon'],
    ['Escape', 'Escape'],
    ['?', 'Slash'],
    ['Process', 'KeyK'],
  ])('is what it says on any other: %s of %s', (key, code) => expect(pressedKey({ key, code })).toBe(key));
});
