import { describe, expect, it } from '@jest/globals';
import { parsePath, parseReversePath } from './path.parser.js';

/** Returns `address rest`, or the kind of a path that is not an ordinary one. */
function read(text: string): string {
  const path = parsePath(text);
  return path.kind === 'path' ? `${path.address?.address ?? '<>'} ${path.rest}`.trim() : path.kind;
}

describe('parsePath', () => {
  it.each([
    ['<a@b>', 'a@b'],
    [' <a@b>', 'a@b'],
    ['<a@b> SIZE=10 BODY=8BITMIME', 'a@b SIZE=10 BODY=8BITMIME'],
    ['<a@b>  SIZE=10', 'a@b SIZE=10'],
    ['<>', '<>'],
    ['<> SIZE=1', '<> SIZE=1'],
    ['<"a>b"@c> X', '"a>b"@c X'],
    ['<"a> SIZE=1"@c>', '"a> SIZE=1"@c'],
    ['<a@[192.0.2.1]>', 'a@[192.0.2.1]'],
    ['a@b', 'a@b'],
    ['a@b SIZE=10', 'a@b SIZE=10'],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each(['<Postmaster>', '<postmaster>', ' <POSTMASTER>'])('recognises %s without a domain', (text) => {
    expect(parsePath(text)).toEqual({ kind: 'postmaster', rest: '' });
  });

  it.each(['<@a:u@c>', '<@a,@b:user@c>', '<@a.example,@b.example:"x y"@c>'])('names the source route %s', (text) => {
    expect(read(text)).toBe('source_route');
  });

  it.each([
    '',
    ' ',
    '<',
    '>',
    '< >',
    '<a>',
    '<a@b',
    'a@b>',
    '<<a@b>>',
    '<a@b>>',
    '<a@b>SIZE=1',
    '  <a@b>',
    '< a@b>',
    '<a@b >',
    '<a@b c@d>',
    '<a@b@c>',
    '<a@b>,<c@d>',
    '<@a>',
    '<@a:>',
    '<@a:u>',
    '<@a,b:u@c>',
    '<@:u@c>',
    '<@a:u@c',
    '<@a:u@c@d>',
    '@a:u@c',
    'postmaster',
    '<postmaster@>',
    '<postmaster>x',
    '<a..b@c>',
    '<.a@c>',
    'Ann <a@b>',
    '"a@b" <c@d>',
    '<a@b\u0000>',
    '<a@b\r\nRCPT TO:<c@d>',
    '<a\n@b>',
  ])('finds a syntax error in %j', (text) => {
    expect(read(text)).toBe('syntax');
  });
});

describe('parseReversePath', () => {
  it.each([
    ['<a..b@c>', '"a..b"@c'],
    ['<.a@c> SIZE=1', '".a"@c'],
    ['<a.@c>', '"a."@c'],
    ['a..b@c', '"a..b"@c'],
    ['<"a..b"@c>', '"a..b"@c'],
    ['<a.b@c>', 'a.b@c'],
    ['<>', undefined],
  ])('reads %s, and quotes what needs it', (text, address) => {
    expect(parseReversePath(text)).toMatchObject({ kind: 'path', address: address === undefined ? null : { address } });
  });

  it.each(['<a..b>', '<a..b@c..d>', '<a..b@c>x', '<a .b@c>', `<${'.'.repeat(65)}@c>`, '<a..b@c\r\n>'])(
    'finds a syntax error in %j all the same',
    (text) => {
      expect(parseReversePath(text)).toEqual({ kind: 'syntax' });
    },
  );
});
