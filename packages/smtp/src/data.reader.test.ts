import { describe, expect, it } from '@jest/globals';
import { DataReader } from './data.reader.js';
import { InFlightBudget } from './in-flight.budget.js';

type Outcome = { content: string; rest: string } | { refusal: string; rest: string } | 'unfinished';

function read(pieces: readonly Buffer[], maxBytes = 1_000_000, budget = new InFlightBudget(10_000_000)): Outcome {
  const reader = new DataReader(maxBytes, budget);
  for (const [i, piece] of pieces.entries()) {
    const end = reader.push(piece);
    if (end === -1) continue;
    const rest = Buffer.concat([piece.subarray(end), ...pieces.slice(i + 1)]).toString('latin1');
    const outcome = reader.finish();
    const result =
      typeof outcome === 'string'
        ? { refusal: outcome, rest }
        : { content: outcome.toBuffer().toString('latin1'), rest };
    reader.release();
    if (budget.usedBytes !== 0) throw new Error(`${budget.usedBytes} octets were not given back`);
    return result;
  }
  reader.release();
  if (budget.usedBytes !== 0) throw new Error(`${budget.usedBytes} octets were not given back`);
  return 'unfinished';
}

/** Yields the input whole, octet by octet, cut in two at every place, and cut in three around every place. */
function* cuts(input: Buffer): Generator<Buffer[]> {
  yield [input];
  yield Array.from(input, (_octet, i) => input.subarray(i, i + 1));
  for (let cut = 0; cut <= input.length; cut += 1) {
    yield [input.subarray(0, cut), input.subarray(cut)];
    for (let width = 1; width <= 5 && cut + width <= input.length; width += 1) {
      yield [input.subarray(0, cut), input.subarray(cut, cut + width), input.subarray(cut + width)];
    }
  }
}

function expectAll(input: string, expected: Outcome, maxBytes?: number): void {
  for (const pieces of cuts(Buffer.from(input, 'latin1'))) expect(read(pieces, maxBytes)).toEqual(expected);
}

const NEXT = 'MAIL FROM:<evil@z>\r\n';

describe('DataReader', () => {
  it.each([
    ['a line', 'a\r\n.\r\n', 'a\r\n'],
    ['nothing', '.\r\n', ''],
    ['one empty line', '\r\n.\r\n', '\r\n'],
    ['empty lines', '\r\n\r\n\r\n.\r\n', '\r\n\r\n\r\n'],
    ['a stuffed dot', '..\r\n.\r\n', '.\r\n'],
    ['two stuffed dots', '...\r\n.\r\n', '..\r\n'],
    ['stuffed lines', '..a\r\n..\r\nb.\r\n..c\r\n.\r\n', '.a\r\n.\r\nb.\r\n.c\r\n'],
    ['a dot that was not stuffed', '.a\r\n.\r\n', 'a\r\n'],
    ['dots within lines', 'a.b\r\na.\r\n.\r\n', 'a.b\r\na.\r\n'],
    ['a stuffed look-alike of the end', 'a\r\n..\r\nb\r\n.\r\n', 'a\r\n.\r\nb\r\n'],
    ['a dot with a space behind it', '. \r\n.\r\n', ' \r\n'],
    ['eight-bit octets', '\u0080\u00ff\u00fe\r\n.\r\n', '\u0080\u00ff\u00fe\r\n'],
  ])('reads %s, however it is cut, and nothing behind the end', (_what, input, content) => {
    expectAll(input + NEXT, { content, rest: NEXT });
    expectAll(input, { content, rest: '' });
    expect(read([Buffer.from(input.slice(0, -1))])).toBe('unfinished');
  });

  it.each([
    '\n.\n',
    '\n.\r\n',
    '\r\n.\n',
    '\r.\r\n',
    '\r.\r',
    '\r\n.\r',
    '\n.\r',
    '\r\n.\r\r\n',
    '\r\n.\r\r',
    '\r\r\n.\n',
    '\n\n.\n\n',
    '\r\r.\r\r',
    '\n\r.\n\r',
    '\r\n\n.\r\n',
    '\r\n.\n\r\n',
    '\r\n.\rx\n',
    'x\n',
    'x\rx',
    '\r\n.x\rx',
  ])('never ends at %j, and refuses the message', (trick) => {
    const smuggled = `body${trick}${NEXT}DATA\r\nx`;
    expectAll(`${smuggled}\r\n.\r\nQUIT\r\n`, { refusal: 'bare_line_ending', rest: 'QUIT\r\n' });
    expect(read([Buffer.from(smuggled)])).toBe('unfinished');
  });

  it.each(['\n.\n', '\n.\r\n', '.\n', '.\r.\r\n', '.\r\r\n', '\n', '\r.\r\n'])(
    'never ends at %j right behind DATA',
    (trick) => {
      expectAll(`${trick}x\r\n.\r\nQUIT\r\n`, { refusal: 'bare_line_ending', rest: 'QUIT\r\n' });
    },
  );

  it('ends at the true end even where a trick stands right before it', () => {
    for (const trick of [
      '\n',
      '\r',
      '\n.',
      '\r.',
      '\n.\n',
      '\r\n.\n',
      '\r\n.\r',
      '\r\n.\r\r',
      '\r\n.\r\n'.slice(0, 4),
    ]) {
      expectAll(`body${trick}\r\n.\r\n${NEXT}`, { refusal: 'bare_line_ending', rest: NEXT });
    }
  });

  it('agrees with a plain reference on every string of seven octets over CR, LF, dot and x', () => {
    const alphabet = '\r\n.x';
    const disagreements: string[] = [];
    for (let n = 0; n < 4 ** 7; n += 1) {
      const text = Array.from({ length: 7 }, (_unused, i) => alphabet[Math.floor(n / 4 ** i) % 4]).join('');
      const octets = Buffer.from(`${text}\r\n.\r\n`);
      const expected = JSON.stringify(reference(octets.toString()));
      const outcomes = [
        [octets],
        [octets.subarray(0, 4), octets.subarray(4)],
        Array.from(octets, (o) => Buffer.from([o])),
      ];
      if (!outcomes.every((pieces) => JSON.stringify(read(pieces)) === expected))
        disagreements.push(JSON.stringify(text));
    }
    expect(disagreements).toEqual([]);
  });

  it('refuses a NUL', () => {
    expectAll(`a\u0000b\r\n.\r\n${NEXT}`, { refusal: 'nul', rest: NEXT });
    expectAll(`\u0000\r\n.\r\n${NEXT}`, { refusal: 'nul', rest: NEXT });
  });

  it('cares for no NUL behind the end', () => {
    expect(read([Buffer.from('a\r\n.\r\n\u0000')])).toEqual({ content: 'a\r\n', rest: '\u0000' });
  });

  it('takes a message of exactly the limit, dots as stuffed not counted', () => {
    expectAll('..a\r\nbb\r\n.\r\n', { content: '.a\r\nbb\r\n', rest: '' }, 8);
    expectAll(`..a\r\nbb\r\n.\r\n${NEXT}`, { refusal: 'too_large', rest: NEXT }, 7);
  });

  it('ends an oversized message only at its true end', () => {
    expectAll('0123456789\r\n.\n\r\n..\r\nx\r\n.\r\nQUIT\r\n', { refusal: 'bare_line_ending', rest: 'QUIT\r\n' });
    const outcome = read([Buffer.from('0123456789\r\n'), Buffer.from('\n.\nx\r\n.\r'), Buffer.from('\nQUIT')], 5);
    expect(outcome).toEqual({ refusal: 'too_large', rest: 'QUIT' });
  });

  it('shares one budget, and holds nothing once refused', () => {
    const budget = new InFlightBudget(10);
    const first = new DataReader(100, budget);
    first.push(Buffer.from('12345678'));
    expect(budget.usedBytes).toBe(8);
    const second = new DataReader(100, budget);
    second.push(Buffer.from('12'));
    second.push(Buffer.from('3'));
    expect(budget.usedBytes).toBe(8);
    expect(second.push(Buffer.from('\r\n.\r\n'))).toBe(5);
    expect(second.finish()).toBe('no_memory');
    first.release();
    first.release();
    second.release();
    expect(budget.usedBytes).toBe(0);
  });

  it.each([
    ['dots', '..\r\n'],
    ['empty lines', '\r\n'],
    ['one endless line', 'x'],
    ['bare LFs', '\n'],
    ['bare CRs', '\r'],
    ['dots and CRs', '\r\n.\r'],
    ['half ends', '\r\n..'],
    ['NULs', '\u0000'],
  ])('needs linear time for 8 MB of %s', (_what, unit) => {
    const chunk = Buffer.from(unit.repeat(Math.floor(65536 / unit.length)));
    const reader = new DataReader(64_000_000, new InFlightBudget(64_000_000));
    for (let i = 0; i < 128; i += 1) expect(reader.push(chunk)).toBe(-1);
    expect(reader.push(Buffer.from('x\r\n.\r\n'))).toBe(6);
    reader.release();
  });

  it('takes a megabyte octet by octet', () => {
    const octets = Buffer.from(`${'line\r\n..\r\n'.repeat(100_000)}.\r\n`);
    const outcome = read(
      Array.from({ length: octets.length }, (_unused, i) => octets.subarray(i, i + 1)),
      2_000_000,
    );
    expect(outcome).toEqual({ content: 'line\r\n.\r\n'.repeat(100_000), rest: '' });
  });
});

/** Implements RFC 5321 §4.1.1.4 and §4.5.2 in the slow way. */
function reference(input: string): Outcome {
  const end = `\r\n${input}`.indexOf('\r\n.\r\n') + 3;
  const text = input.slice(0, end - 3);
  const rest = input.slice(end);
  if (/\r(?!\n)|(?<!\r)\n/.test(text)) return { refusal: 'bare_line_ending', rest };
  return { content: text.replace(/(^|\r\n)\./g, '$1'), rest };
}
