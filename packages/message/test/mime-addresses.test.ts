import { describe, expect, it } from '@jest/globals';
import { parseMessage } from '../src/index.js';

const to = (field: string) => parseMessage(Buffer.from(`To: ${field}\r\n\r\n`)).to;

describe('an address field', () => {
  it.each([998, 999, 1_000])('whose name has to be cut, at %d, is cut between characters', (length) => {
    const name = `${'x'.repeat(length)}\u{1f600}\u{1f600}`;
    const { from } = parseMessage(Buffer.from(`From: ${name} <>\r\n\r\n`));
    const names = [...to(`${name} <a@b.example>`), from].map((one) => one?.name ?? '');
    expect(names.map((each) => [each.isWellFormed(), each.length >= 999])).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it.each<[string, { email: string; name: string }[]]>([
    ['a@b.example', [{ email: 'a@b.example', name: '' }]],
    ['"Doe, John" <j@b.example>', [{ email: 'j@b.example', name: 'Doe, John' }]],
    ['Doe, John <j@b.example>', [{ email: 'j@b.example', name: 'Doe, John' }]],
    ['"victim@bank.example" <evil@z.example>', [{ email: 'evil@z.example', name: 'victim@bank.example' }]],
    ['victim@bank.example <evil@z.example>', [{ email: 'evil@z.example', name: 'victim@bank.example' }]],
    [
      'victim@bank.example x@y.example <evil@z.example>',
      [{ email: 'evil@z.example', name: 'victim@bank.example x@y.example' }],
    ],
    ['<@relay.example,@b.example:j@c.example>', [{ email: 'j@c.example', name: '' }]],
    ['j@b.example (John (the one) Doe)', [{ email: 'j@b.example', name: 'John (the one) Doe' }]],
    [
      'Friends: a@b.example, B <b@b.example>;',
      [
        { email: 'a@b.example', name: '' },
        { email: 'b@b.example', name: 'B' },
      ],
    ],
    ['undisclosed-recipients:;', []],
    [
      'A <a@b.example> B <b@b.example>',
      [
        { email: 'a@b.example', name: 'A' },
        { email: 'b@b.example', name: 'B' },
      ],
    ],
    ['"john doe"@b.example', [{ email: '"john doe"@b.example', name: '' }]],
    ['"victim@bank.example"@z.example', [{ email: '"victim@bank.example"@z.example', name: '' }]],
    ['"/G=Ann/S=Lee/@x"@gw.example (Ann)', [{ email: '"/G=Ann/S=Lee/@x"@gw.example', name: 'Ann' }]],
    ['"plain"@b.example', [{ email: 'plain@b.example', name: '' }]],
    ['root@[IPv6:2001:db8::1]', [{ email: 'root@[IPv6:2001:db8::1]', name: '' }]],
    ['MAILER-DAEMON (Mail Delivery)', [{ email: 'MAILER-DAEMON', name: 'Mail Delivery' }]],
    ['=?utf-8?q?J=C3=B6rg,_X?= <j@b.example>', [{ email: 'j@b.example', name: 'Jörg, X' }]],
    ['"Unclosed <j@b.example>', [{ email: 'j@b.example', name: 'Unclosed' }]],
    ['Nobody <>', []],
    ['=?utf-8?q?evil=40z.example?=', [{ email: '=?utf-8?q?evil=40z.example?=', name: '' }]],
  ])('%s', (field, addresses) => expect(to(field)).toEqual(addresses));

  it('keeps a line break that an encoded word smuggles in out of the name', () => {
    const [address] = to('=?utf-8?q?A=0D=0ABcc:_x=40y.example?= <a@b.example>');
    expect(address).toEqual({ email: 'a@b.example', name: 'A Bcc: x@y.example' });
  });

  it('joins repeated fields, and takes the sender from the first From field alone', () => {
    const parsed = parseMessage(
      Buffer.from('To: a@x.test\r\nFrom: b@x.test\r\nTo: c@x.test\r\nFrom: d@x.test\r\n\r\n'),
    );
    expect(parsed.to.map(({ email }) => email)).toEqual(['a@x.test', 'c@x.test']);
    expect(parsed.from?.email).toBe('b@x.test');
  });

  it.each<[string, string]>([
    ['open quotes', '"\\'.repeat(30_000)],
    ['open comments', '(\\'.repeat(30_000)],
    ['addresses in a row', 'a@b '.repeat(16_000)],
    ['colons', 'a:'.repeat(30_000)],
    ['angle brackets', '<'.repeat(60_000)],
    ['encoded words that never end', '=?a?q?'.repeat(10_000)],
  ])('of nothing but %s is bounded', (_, field) => expect(to(field).length).toBeLessThanOrEqual(1_000));
});
