import { describe, expect, it } from '@jest/globals';
import { parseAddressee } from './addressee.js';

describe('a recipient as a caller writes it', () => {
  it.each([
    ['ada@example.org', 'ada@example.org', ''],
    ['<ada@example.org>', 'ada@example.org', ''],
    ['Ada <ada@EXAMPLE.org>', 'ada@example.org', 'Ada'],
    ['Ada<ada@example.org>', 'ada@example.org', 'Ada'],
    ['Ada K. Lovelace <ada@example.org>', 'ada@example.org', 'Ada K. Lovelace'],
    ["O'Brien & Søn <ada@example.org>", 'ada@example.org', "O'Brien & Søn"],
    ['"Lovelace, Ada" <ada@example.org>', 'ada@example.org', 'Lovelace, Ada'],
    ['"Ada \\"Countess\\" \\\\" <ada@example.org>', 'ada@example.org', 'Ada "Countess" \\'],
    ['エイダ <ada@example.org>', 'ada@example.org', 'エイダ'],
    ['Ada <"a b"@example.org>', '"a b"@example.org', 'Ada'],
  ])('%s is read', (text, email, name) => {
    expect(parseAddressee(text)).toEqual({ email, name });
  });

  it.each([
    '"a@y.test" <evil@z.test>',
    'a@y.test <evil@z.test>',
    'Lovelace, Ada <ada@example.org>',
    'a@y.test, Ada <evil@z.test>',
    'group: Ada <evil@z.test>',
    'Ada (hello) <ada@example.org>',
    'Ada <ada@example.org> <evil@z.test>',
    'Ada <ada@example.org>, <evil@z.test>',
    'Ada <ada@example.org> ',
    'Ada <<ada@example.org>>',
    'Ada < ada@example.org >',
    'Ada <ada@example.org',
    'Ada <@relay.test:ada@example.org>',
    '"Ada <ada@example.org>',
    '"Ada" "Lovelace" <ada@example.org>',
    '"Ada\\" <ada@example.org>',
    '"Ada\\n" <ada@example.org>',
    'Ada\r\nBcc: evil@z.test <ada@example.org>',
    '"Ada\r\n" <ada@example.org>',
    'Ada\u2028 <ada@example.org>',
    'Ada\u0085 <ada@example.org>',
    'Ada\ud800 <ada@example.org>',
    '=?utf-8?Q?a=40y.test?= <evil@z.test>',
    `${'x'.repeat(201)} <ada@example.org>`,
    'Ada <>',
    'Ada',
    '',
  ])('%j is refused', (text) => {
    expect(parseAddressee(text)).toBeNull();
  });
});
