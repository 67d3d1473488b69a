import { describe, expect, it } from '@jest/globals';
import { parseAddress } from './address.parser.js';
import { canonicalAddress, withoutTag } from './email-address.js';

const local64 = 'l'.repeat(64);
const label63 = 'd'.repeat(63);

describe('parseAddress', () => {
  it.each([
    ['a@b', 'a', 'b', 'a@b'],
    ['Ann.Lee@Example.COM', 'Ann.Lee', 'example.com', 'Ann.Lee@example.com'],
    ["!#$%&'*+/=?^_`{|}~-@x.test", "!#$%&'*+/=?^_`{|}~-", 'x.test', "!#$%&'*+/=?^_`{|}~-@x.test"],
    ['a%b@c', 'a%b', 'c', 'a%b@c'],
    ['c!a@b', 'c!a', 'b', 'c!a@b'],
    ['"a@b"@c', 'a@b', 'c', '"a@b"@c'],
    ['"a b"@c', 'a b', 'c', '"a b"@c'],
    ['"plain"@c', 'plain', 'c', 'plain@c'],
    ['"a\\b"@c', 'ab', 'c', 'ab@c'],
    ['"a\\"b"@c', 'a"b', 'c', '"a\\"b"@c'],
    ['"a\\\\"@c', 'a\\', 'c', '"a\\\\"@c'],
    ['"a>b"@c', 'a>b', 'c', '"a>b"@c'],
    ['"a..b"@c', 'a..b', 'c', '"a..b"@c'],
    ['"."@c', '.', 'c', '"."@c'],
    ['a@1.2.3.4', 'a', '1.2.3.4', 'a@1.2.3.4'],
    ['a@xn--bcher-kva.example', 'a', 'xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    [`${local64}@x`, local64, 'x', `${local64}@x`],
    [`a@${label63}.x`, 'a', `${label63}.x`, `a@${label63}.x`],
  ])('accepts %s', (text, localPart, domain, address) => {
    expect(parseAddress(text)).toEqual({ localPart, domain, address, addressLiteral: false, nonAscii: false });
  });

  it.each([
    ['a@[192.0.2.1]', '[192.0.2.1]'],
    ['a@[IPv6:2001:DB8::1]', '[ipv6:2001:db8::1]'],
    ['a@[IPv6:::ffff:192.0.2.1]', '[ipv6:::ffff:192.0.2.1]'],
  ])('accepts the address literal of %s and flags it', (text, domain) => {
    expect(parseAddress(text)).toMatchObject({ domain, addressLiteral: true, nonAscii: false });
  });

  it.each([
    ['jürgen@example.com', 'jürgen', 'example.com', 'jürgen@example.com'],
    ['a@bücher.example', 'a', 'xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    ['a@Bücher.XN--BCHER-KVA.Example', 'a', 'xn--bcher-kva.xn--bcher-kva.example', undefined],
    ['用户@例子.测试', '用户', 'xn--fsqu00a.xn--0zwm56d', '用户@xn--fsqu00a.xn--0zwm56d'],
    ['"ü x"@c', 'ü x', 'c', '"ü x"@c'],
    ['😀@c', '😀', 'c', '😀@c'],
    [`${'ü'.repeat(32)}@c`, 'ü'.repeat(32), 'c', undefined],
  ])('accepts %s and flags it as beyond ASCII', (text, localPart, domain, address = `${localPart}@${domain}`) => {
    expect(parseAddress(text)).toEqual({ localPart, domain, address, addressLiteral: false, nonAscii: true });
  });

  it.each([
    ['nothing', ''],
    ['no @', 'a'],
    ['no local part', '@b'],
    ['no domain', 'a@'],
    ['two @', 'a@b@c'],
    ['a quoted string followed by text', '"a"b@c'],
    ['text followed by a quoted string', 'a"b"@c'],
    ['an unclosed quote', '"a@c'],
    ['an escaped closing quote', '"a\\"@c'],
    ['an empty quoted string', '""@c'],
    ['a leading dot', '.a@c'],
    ['a trailing dot in the local part', 'a.@c'],
    ['two dots in the local part', 'a..b@c'],
    ['a trailing dot in the domain', 'a@c.'],
    ['a leading dot in the domain', 'a@.c'],
    ['two dots in the domain', 'a@b..c'],
    ['a leading hyphen', 'a@-b'],
    ['a trailing hyphen', 'a@b-.c'],
    ['an underscore in the domain', 'a@b_c'],
    ['a percent sign in the domain', 'a@b%c'],
    ['a source route', '@x,@y:a@b'],
    ['angle brackets', '<a@b>'],
    ['a display name', '"a@y" <evil@z>'],
    ['a comment', 'a(x)@b'],
    ['a comment in the domain', 'a@b(x)'],
    ['a leading space', ' a@b'],
    ['a trailing space', 'a@b '],
    ['a space in the local part', 'a b@c'],
    ['a tab', 'a\t@b'],
    ['CRLF and a command', 'b@y\r\nRCPT TO:<evil@z>'],
    ['a trailing LF', 'a@b\n'],
    ['CRLF in a quoted string', '"a\r\nb"@c'],
    ['an escaped LF in a quoted string', '"a\\\nb"@c'],
    ['a NUL', 'a\u0000@b'],
    ['a NUL in a quoted string', '"\u0000"@b'],
    ['a NUL in the domain', 'a@b\u0000'],
    ['a DEL', 'a\u007f@b'],
    ['two addresses', 'a@b,c@d'],
    ['65 octets of local part', `${'l'.repeat(65)}@x`],
    ['65 octets of quoted local part', `"${'l'.repeat(63)}"@x`],
    ['66 octets of UTF-8 in 33 characters', `${'ü'.repeat(33)}@x`],
    ['a label of 64', `a@${'d'.repeat(64)}.x`],
    ['255 octets', `${local64}@${label63}.${label63}.${'d'.repeat(62)}`],
    ['an unbracketed IPv6 address', 'a@2001:db8::1'],
    ['an unclosed literal', 'a@[192.0.2.1'],
    ['text behind a literal', 'a@[192.0.2.1]x'],
    ['an empty literal', 'a@[]'],
    ['a literal with leading zeros', 'a@[192.0.2.01]'],
    ['a literal of three octets', 'a@[192.0.2]'],
    ['an IPv6 literal without its tag', 'a@[2001:db8::1]'],
    ['an IPv6 literal with a zone', 'a@[IPv6:fe80::1%eth0]'],
    ['an unknown literal', 'a@[x400:foo]'],
    ['a literal with a space', 'a@[192.0.2.1 ]'],
    ['a full-width @', 'a＠b'],
    ['a full-width dot in the domain', 'a@ü．b'],
    ['an ideographic full stop in the domain', 'a@ü。b'],
    ['full-width digits as domain', 'a@１２７.０.０.１'],
    ['the Kelvin sign for k', 'a@\u212a.com'],
    ['a soft hyphen in the domain', 'a@b\u00adü.c'],
    ['a percent escape beside a U-label', 'a@ü%41'],
    ['a zero-width space', 'a\u200bb@c'],
    ['a no-break space', 'a\u00a0b@c'],
    ['a line separator', 'a\u2028b@c'],
    ['a next-line control', 'a\u0085b@c'],
    ['a right-to-left override', 'a\u202eb@c'],
    ['half of a surrogate pair', 'a\ud800b@c'],
    ['the replacement character', 'a\ufffdb@c'],
  ])('refuses %s', (_what, text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it('accepts exactly 254 octets', () => {
    const text = `${local64}@${label63}.${label63}.${'d'.repeat(61)}`;
    expect(text).toHaveLength(254);
    expect(parseAddress(text)?.address).toBe(text);
  });

  it('refuses an address that only its A-labels make too long', () => {
    const text = `${local64}@${['ü', 'ü', 'ü'].map((letter) => 'd'.repeat(55) + letter).join('.')}`;
    expect(Buffer.byteLength(text)).toBeLessThan(254);
    expect(parseAddress(text)).toBeNull();
    expect(parseAddress(text.slice(10))?.domain).toHaveLength(191);
  });

  it('reads its own output back as the same address, whatever the local part holds', () => {
    const alphabet = ['a', 'B', '.', '+', '"', '\\', '@', ' ', '>', ',', '%', 'ü'];
    let accepted = 0;
    for (let seed = 0; seed < alphabet.length ** 3; seed += 1) {
      const picks = [seed % 12, Math.floor(seed / 12) % 12, Math.floor(seed / 144)].map((i) => alphabet[i] ?? '');
      const parsed = parseAddress(`"${picks.map((c) => (c === '"' || c === '\\' ? `\\${c}` : c)).join('')}"@x.test`);
      expect(parsed?.localPart).toBe(picks.join(''));
      const { nonAscii: _given, ...again } = parseAddress(parsed?.address ?? '') ?? { nonAscii: false };
      expect(parsed).toMatchObject(again);
      accepted += 1;
    }
    expect(accepted).toBe(1728);
  });

  it('finds no address in a megabyte of anything, and finds that out at once', () => {
    for (const unit of ['a', '.', '"', '\\', '@', 'a.', '"\\', 'a@', 'ü', '[', '-']) {
      expect(parseAddress(unit.repeat(1_000_000))).toBeNull();
    }
  });
});

describe('canonicalAddress and withoutTag', () => {
  const parse = (text: string) => {
    const address = parseAddress(text);
    if (address === null) throw new Error(`not an address: ${text}`);
    return address;
  };

  it.each([
    ['Ann@Example.com', 'ann@example.com'],
    ['"A B"@x', '"a b"@x'],
    ['JÜRGEN@x', 'jürgen@x'],
    ['Ju\u0308rgen@x', 'jürgen@x'],
  ])('looks %s up as %s', (text, key) => {
    expect(canonicalAddress(parse(text))).toBe(key);
  });

  it('never gives a quoted @ the key of another mailbox', () => {
    expect(canonicalAddress(parse('"a@b"@c'))).not.toBe(canonicalAddress(parse('a@b')));
  });

  it.each([
    ['name+tag@x', 'name@x'],
    ['name+a+b@x', 'name@x'],
    ['"a b+tag"@x', '"a b"@x'],
    ['name+@x', 'name@x'],
    ['a.+tag@x', '"a."@x'],
  ])('takes the tag off %s', (text, address) => {
    expect(withoutTag(parse(text))?.address).toBe(address);
  });

  it.each(['name@x', '+tag@x', '"+"@x'])('finds no tag in %s', (text) => {
    expect(withoutTag(parse(text))).toBeNull();
  });
});
