import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonBounds } from './json-bounds.js';

const problemOf = (text: string) => jsonBounds(Buffer.from(text)).problem;

/** Counts the simple way, one character after another. */
function countedSlowly(text: string): { elements: number; depth: number } {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  let [depth, deepest] = [0, 0];
  for (const character of bare) {
    if ('{['.includes(character)) depth += 1;
    if (']}'.includes(character)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return { elements: bare.replace(/[^{[,]/g, '').length, depth: deepest };
}

describe('the bounds of a JSON body', () => {
  it('are 2,000 elements and 32 levels', () => {
    const list = (length: number) => `[${Array.from({ length }, () => '1').join()}]`;
    expect(problemOf(list(2_000))).toBeNull();
    expect(problemOf(list(2_001))).toMatch(/2000 elements/);
    expect(problemOf('['.repeat(32) + ']'.repeat(32))).toBeNull();
    expect(problemOf('{"a":'.repeat(33))).toMatch(/32 deep/);
  });

  it('count nothing that stands in a string, however it is written', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('"', '\\', '[{,', '\\"', 'x'.repeat(300), `${'\\'.repeat(301)}"`),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.integer({ min: 0, max: 40 }), (texts, depth) => {
        const json = '['.repeat(depth) + JSON.stringify(texts) + ']'.repeat(depth);
        expect(problemOf(json) === null).toBe(countedSlowly(json).depth <= 32);
        const many = JSON.stringify([...texts, ...Array.from({ length: 1_995 }, () => 1)]);
        expect(problemOf(many) === null).toBe(countedSlowly(many).elements <= 2_000);
        const { problem, escapes } = jsonBounds(Buffer.from(json));
        expect(escapes).toBe(problem !== null || json.includes('\\'));
      }),
    );
  });

  it.each([
    ['an attachment', `{"a":"${'A'.repeat(36_000_000)}"}`],
    ['escapes alone', `{"a":"${'\\n'.repeat(18_000_000)}"}`],
    ['an escape now and then', `{"a":"${`${'a'.repeat(300)}\\"`.repeat(119_000)}"}`],
    ['a string without an end', `{"a":"${`${'a'.repeat(300)}\\\\`.repeat(119_000)}`],
    ['blanks', ' '.repeat(36_000_000)],
  ])('of 36 MB of %s are known soon', (_, text) => {
    const bytes = Buffer.from(text);
    // The first run includes compilation, and others use the machine too: unloaded, each takes a fifth of the bound.
    const took = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      expect(jsonBounds(bytes).problem).toBeNull();
      return process.cpuUsage(before).user / 1_000;
    });
    expect(Math.min(...took)).toBeLessThan(1_500);
  });
});
