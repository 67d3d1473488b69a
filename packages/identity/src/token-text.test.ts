import { expect, it } from '@jest/globals';
import { createTokenText, isTokenText } from './token-text.js';

// These were issued by earlier revisions; their holders still have them. The second one's checksum begins with zeros.
const ISSUED = [
  'mrm_c7gDpm7AJvSMEhX6BqGZjboff3Kf9x0tXF8FKqky3W82s59E4',
  'mrt_ZnP6e0g5Cih5E6v4WlnNWF8cbqZy7zTEhXXEV5D2SWg00WvCU',
];

it('knows a token by its checksum, whenever it was issued', () => {
  for (const text of [...ISSUED, ...Array.from({ length: 500 }, () => createTokenText('mrt_'))]) {
    expect({ text, isToken: isTokenText(text) }).toEqual({ text, isToken: true });
  }
});

it('takes no text for a token in which one character is another', () => {
  const [text = ''] = ISSUED;
  for (let place = 4; place < text.length; place += 1) {
    const other = text[place] === 'a' ? 'b' : 'a';
    expect(isTokenText(text.slice(0, place) + other + text.slice(place + 1))).toBe(false);
  }
});
