import { describe, expect, it } from '@jest/globals';
import { ContentBuffer } from './content.buffer.js';

describe('ContentBuffer', () => {
  it.each([[[1]], [[1, 1, 1]], [[5000, 1, 5000, 1]], [[1, 4095, 1, 4096, 70000, 3]], [[200000]], [[]]])(
    'gives back pieces of %j octets as they came',
    (sizes) => {
      const buffer = new ContentBuffer();
      const pieces = sizes.map((size, i) => Buffer.alloc(size, i + 65));
      for (const piece of pieces) buffer.append(piece);
      expect(buffer.size).toBe(sizes.reduce((sum, size) => sum + size, 0));
      expect(buffer.toBuffer().equals(Buffer.concat(pieces))).toBe(true);
      buffer.clear();
      expect(buffer.toBuffer()).toHaveLength(0);
    },
  );

  it('keeps no large buffer alive for a small message', () => {
    const buffer = new ContentBuffer();
    buffer.append(Buffer.allocUnsafeSlow(65536).fill('x').subarray(0, 10));
    expect(buffer.toBuffer().buffer.byteLength).toBeLessThan(65536);
  });

  it('hands a message that fills its buffer on without a copy', () => {
    const piece = Buffer.allocUnsafeSlow(2000);
    const buffer = new ContentBuffer();
    buffer.append(piece.subarray(0, 1995));
    expect(buffer.toBuffer().buffer).toBe(piece.buffer);
  });

  it('takes a megabyte octet by octet', () => {
    const buffer = new ContentBuffer();
    const octet = Buffer.from('y');
    for (let i = 0; i < 1_000_000; i += 1) buffer.append(octet);
    expect(buffer.toBuffer().equals(Buffer.alloc(1_000_000, 'y'))).toBe(true);
  });
});
