import { describe, expect, it } from '@jest/globals';
import { storable } from './header-text.js';

describe('a long text that no Postgres text can hold', () => {
  it.each(['a\0', '\ud83d\ude00a', '\ude00', '\ud83da\0', '\u{1f600}\0\ud83d'])(
    'loses only what it must of %j',
    (unit) => {
      const text = unit.repeat(300_000 / unit.length);
      expect(storable(text) === text.replace(/[\0\p{Surrogate}]/gu, '')).toBe(true);
    },
  );
});
