import { describe, expect, it } from '@jest/globals';
import { CommandLineReader } from './command-line.reader.js';

/** Returns what the reader makes of the pieces: texts, and refusals with a leading "!". */
function read(...pieces: (string | Buffer)[]): string[] {
  const reader = new CommandLineReader();
  const lines: string[] = [];
  for (const piece of pieces) {
    reader.feed(typeof piece === 'string' ? Buffer.from(piece) : piece);
    for (let line = reader.next(); line !== null; line = reader.next()) {
      lines.push('text' in line ? line.text : `!${line.refusal}`);
    }
  }
  return lines;
}

const LONGEST = 'x'.repeat(2046);

describe('CommandLineReader', () => {
  it.each([
    ['two lines in one piece', 'A\r\nB b\r\n', ['A', 'B b']],
    ['an empty line', '\r\n', ['']],
    ['UTF-8', 'MAIL FROM:<ü@x>\r\n', ['MAIL FROM:<ü@x>']],
    ['a line of 2048 octets', `${LONGEST}\r\nA\r\n`, [LONGEST, 'A']],
    ['a line of 2049 octets', `${LONGEST}x\r\nA\r\n`, ['!too_long', 'A']],
    ['a bare LF', 'A\nB\r\nC\r\n', ['!bare_line_ending', 'C']],
    ['several bare LFs', 'A\nB\n\nC\r\nD\r\n', ['!bare_line_ending', 'D']],
    ['a bare LF at the start', '\nA\r\nB\r\n', ['!bare_line_ending', 'B']],
    ['a bare CR', 'A\rB\r\nC\r\n', ['!control_character', 'C']],
    ['CR CR LF', 'A\r\r\nC\r\n', ['!control_character', 'C']],
    ['a NUL', 'A\u0000\r\nC\r\n', ['!control_character', 'C']],
    ['a tab', 'A\tB\r\nC\r\n', ['!control_character', 'C']],
    ['a DEL', 'A\u007f\r\nC\r\n', ['!control_character', 'C']],
    ['a control beside UTF-8', 'ü\u0001\r\nC\r\n', ['!control_character', 'C']],
    ['an endless line', `${'x'.repeat(9000)}`, ['!too_long']],
    ['an endless line that ends after all', `${'x'.repeat(9000)}\nA\r\nB\r\n`, ['!too_long', 'B']],
  ])('reads %s the same however it is cut', (_what, input, expected) => {
    const bytes = Buffer.from(input);
    expect(read(bytes)).toEqual(expected);
    expect(read(...Array.from(bytes, (_byte, i) => bytes.subarray(i, i + 1)))).toEqual(expected);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(read(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(expected);
    }
  });

  it('refuses what is neither ASCII nor UTF-8', () => {
    expect(read(Buffer.from('NOOP \u00fc\r\nA\r\n', 'latin1'))).toEqual(['!not_utf8', 'A']);
  });

  it('answers a bare LF before the line has ended', () => {
    expect(read('NOOP\n')).toEqual(['!bare_line_ending']);
  });

  it('holds at most a line of what never ends', () => {
    const reader = new CommandLineReader();
    for (let i = 0; i < 1000; i += 1) {
      reader.feed(Buffer.alloc(1000, 'x'));
      while (reader.next() !== null);
      expect(reader.takeRest().length).toBeLessThanOrEqual(2048);
    }
    expect(reader.hasInput).toBe(false);
  });

  it('gives up the rest unread', () => {
    const reader = new CommandLineReader();
    reader.feed(Buffer.from('DATA\r\nbody'));
    expect(reader.next()).toEqual({ text: 'DATA' });
    expect(reader.takeRest().toString()).toBe('body');
    expect(reader.hasInput).toBe(false);
    reader.feed(Buffer.from('QUIT\r\n'));
    expect(reader.next()).toEqual({ text: 'QUIT' });
  });
});
