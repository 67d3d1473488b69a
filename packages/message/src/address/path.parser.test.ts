import { describe, expect, it } from '@jest/globals';
import { parsePath } from './path.parser.js';

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
    'Ann <a@b>',
    '"a@b" <c@d>',
    '<a@b\u0000>',
    '<a@b\r\nRCPT TO:<c@d>',
    '<a\n@b>',
  ])('finds a syntax error in %j', (text) => {
    expect(read(text)).toBe('syntax');
  });
});
