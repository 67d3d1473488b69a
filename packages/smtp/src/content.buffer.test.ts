import { describe, expect, it } from '@jest/globals';
import { ContentBuffer, withPrefix } from './content.buffer.js';

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

  it('takes a prefix without another copy where it had to copy anyway', () => {
    const buffer = new ContentBuffer();
    for (const size of [9_000, 9_000]) buffer.append(Buffer.alloc(size, 'x'));
    const content = buffer.toBuffer();
    const whole = withPrefix(Buffer.from('Received: '), content);
    expect(whole.buffer).toBe(content.buffer);
    expect(whole.toString()).toBe(`Received: ${'x'.repeat(18_000)}`);
  });

  it('takes a megabyte octet by octet', () => {
    const buffer = new ContentBuffer();
    const octet = Buffer.from('y');
    for (let i = 0; i < 1_000_000; i += 1) buffer.append(octet);
    expect(buffer.toBuffer().equals(Buffer.alloc(1_000_000, 'y'))).toBe(true);
  });

  it('joins what is large in turns with others, and takes a prefix without a copy, once', async () => {
    const pieces = Array.from({ length: 60 }, (_, i) => Buffer.alloc(50_000, i + 65));
    const buffer = new ContentBuffer();
    for (const piece of pieces) buffer.append(piece);
    let turns = 0;
    let isJoined = false;
    const takeTurn = () => {
      turns += 1;
      if (!isJoined) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    const content = await buffer.joined();
    isJoined = true;
    buffer.clear();
    const expected = Buffer.concat(pieces);
    expect(content.equals(expected)).toBe(true);
    expect(turns).toBeGreaterThan(0);
    const [whole, again] = [withPrefix(Buffer.from('Received: '), content), withPrefix(Buffer.from('X: '), content)];
    expect(whole.buffer).toBe(content.buffer);
    expect(whole.equals(Buffer.concat([Buffer.from('Received: '), expected]))).toBe(true);
    expect(again.equals(Buffer.concat([Buffer.from('X: '), expected]))).toBe(true);
    const long = Buffer.alloc(5_000, 'x');
    expect(withPrefix(long, Buffer.from('body')).equals(Buffer.concat([long, Buffer.from('body')]))).toBe(true);
  });
});
