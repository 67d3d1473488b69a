import { describe, expect, it } from '@jest/globals';
import { isGreetingArgument, parseCommand, parseParameters } from './command.parser.js';

describe('parseCommand', () => {
  it.each([
    ['QUIT', 'QUIT', ''],
    ['quit  ', 'QUIT', ''],
    ['mail FROM:<a@b> SIZE=1 ', 'MAIL', 'FROM:<a@b> SIZE=1'],
    ['', '', ''],
    [' NOOP', '', 'NOOP'],
  ])('splits %j', (line, verb, argument) => {
    expect(parseCommand(line)).toEqual({ verb, argument });
  });
});

describe('parseParameters', () => {
  it('reads keywords in any case, with and without value', () => {
    expect([...(parseParameters('size=10  SMTPUTF8 X-A=ü') ?? [])]).toEqual([
      ['SIZE', '10'],
      ['SMTPUTF8', null],
      ['X-A', 'ü'],
    ]);
  });

  it.each(['SIZE=', '=1', 'A=B=C', 'A,B', '-A=1', 'SIZE=1 size=2', 'A="b c"'])('refuses %j', (text) => {
    expect(parseParameters(text)).toBeNull();
  });
});

describe('isGreetingArgument', () => {
  it.each(['a', 'mx.example.com', 'WIN_HOST', 'host.', '192.0.2.1', '[192.0.2.1]', '[IPv6:2001:db8::1]'])(
    'takes %s',
    (text) => {
      expect(isGreetingArgument(text)).toBe(true);
    },
  );

  it.each(['', 'a b', '-a', 'a-', '.a', 'a;b', 'a(b', '[', '[]', '[1.2.3.4', 'ü.example', 'x'.repeat(256), 'a@b'])(
    'refuses %j',
    (text) => {
      expect(isGreetingArgument(text)).toBe(false);
    },
  );
});
