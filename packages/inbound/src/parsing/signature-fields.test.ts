import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { signatureFields } from './signature-fields.js';

const signature = (characters: number) => `DKIM-Signature: ${'x'.repeat(characters)}\r\n`;
const message = (header: string) => Buffer.from(`${header}\r\nbody`);

describe('what a message asks to be verified', () => {
  it.each([
    ['nothing', 'Subject: hi\r\n', 'none'],
    ['a signature', signature(500), 'verifiable'],
    ['ten signatures', signature(500).repeat(10), 'verifiable'],
    ['eleven signatures', signature(500).repeat(11), 'excessive'],
    ['a signature without end', signature(9_000), 'excessive'],
    [
      'a chain of twenty hops',
      'ARC-Seal: a\r\nARC-Message-Signature: b\r\nARC-Authentication-Results: c\r\n'.repeat(20),
      'verifiable',
    ],
    ['a longer chain', 'ARC-Seal: a\r\n'.repeat(61), 'excessive'],
    ['a header of 6,000 lines', `${signature(5)}${'x: y\r\n'.repeat(6_000)}`, 'excessive'],
    ['a signature in the body', 'Subject: hi\r\n\r\nDKIM-Signature: x\r\n', 'none'],
  ])('is seen for %s', (_, header, expected) => {
    expect(signatureFields(message(header))).toBe(expected);
  });

  it('is one of three answers, whatever the bytes', () => {
    const pieces = fc.constantFrom('DKIM-Signature:', 'arc-seal \t:', '\r\n', '\n\n', '\r\n ', 'from:', ';', '\0');
    const bytes = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))).map((all) => Buffer.from(all.join('')));
    fc.assert(
      fc.property(bytes, (raw) => {
        expect(['none', 'verifiable', 'excessive']).toContain(signatureFields(raw));
      }),
      { numRuns: 500 },
    );
  });
});
