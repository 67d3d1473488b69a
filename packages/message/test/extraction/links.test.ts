import { describe, expect, it } from '@jest/globals';
import { timeRatio } from '../linear-time.js';
import { readHtml } from '../../src/html/read-html.js';
import { extract } from '../../src/extraction/extract.js';

const linksOf = (html: string, plainText = '', fromEmail = 'no-reply@mail.shop.example') =>
  extract({ subject: '', plainText, html: readHtml(html), fromEmail }).links;
const anchor = (text: string, url = 'https://shop.example/x') => `<p><a class="b" href="${url}">${text}</a></p>`;

describe('links in mail', () => {
  it.each([
    ['verify', 'Confirm your email'],
    ['verify', 'E-Mail-Adresse bestätigen'],
    ['verify', 'Подтвердить адрес'],
    ['verify', 'メールアドレスを確認する'],
    ['reset', 'Reset password'],
    ['reset', 'Passwort zurücksetzen'],
    ['reset', 'Réinitialiser le mot de passe'],
    ['reset', '重置密码'],
    ['login', 'Sign in to Brick'],
    ['login', 'Iniciar sesión'],
    ['login', '로그인'],
    ['unsubscribe', 'Unsubscribe'],
    ['unsubscribe', 'Newsletter abbestellen'],
    ['unsubscribe', 'Отписаться'],
    ['other', 'Read more'],
  ])('are of the kind %s where they say "%s"', (kind, text) => {
    expect(linksOf(anchor(text))).toMatchObject([{ kind, text }]);
  });

  it('say by their path what they are for where their text does not', () => {
    expect(linksOf(anchor('Click here', 'https://shop.example/account/verify?token=1'))).toMatchObject([
      { kind: 'verify' },
    ]);
  });

  it("match the sender's organisation, and not a name that only looks like it", () => {
    const matches = (url: string, from?: string) => linksOf(anchor('x', url), '', from)[0]?.hostMatchesSender;
    expect(matches('https://shop.example/')).toBe(true);
    expect(matches('https://www.shop.example/')).toBe(true);
    expect(matches('https://shop.example.evil.test/')).toBe(false);
    expect(matches('https://myshop.example/')).toBe(false);
    expect(matches('https://a.co.uk/', 'x@b.co.uk')).toBe(false);
    expect(matches('https://pay.a.co.uk/', 'x@mail.a.co.uk')).toBe(true);
    expect(matches('https://shop.example@evil.test/')).toBe(false);
  });

  it('come once each, in the order of the message, from the HTML and then from the text', () => {
    const text = 'See https://shop.example/x, or (https://shop.example/y). Not javascript:alert(1)';
    expect(linksOf(anchor('first'), text)).toMatchObject([
      { url: 'https://shop.example/x', text: 'first' },
      { url: 'https://shop.example/y', text: 'https://shop.example/y' },
    ]);
  });

  it('have their references decoded, and nothing that is no web address', () => {
    const html = `${anchor('a', 'https://shop.example/?a=1&amp;b=2')}${anchor('b', 'javascript:alert(1)')}${anchor('c', '/relative')}<a name=x>y</a>`;
    expect(linksOf(html).map(({ url }) => url)).toEqual(['https://shop.example/?a=1&b=2']);
  });
});

describe('hostile content', () => {
  it('leaves no half of a character in a text, which no database would take', () => {
    const [link] = linksOf(anchor(`${'a'.repeat(199)}😀`) + anchor('&#xD83D;', 'https://x.test/'));
    expect([link?.text.isWellFormed(), linksOf(anchor('x&#xD83D;y'))[0]?.text.isWellFormed()]).toEqual([true, true]);
  });

  const hostile: [string, string][] = [
    ['open tags', '<a '.repeat(100_000)],
    ['anchors that never close', '<a href="https://x.test/">'.repeat(40_000)],
    ['one endless attribute', `<a href="https://x.test/${'a'.repeat(500_000)}">x</a>`],
    ['digits', '1'.repeat(500_000)],
    ['groups of digits', '12 '.repeat(200_000)],
    ['codes', 'code 123456\n'.repeat(50_000)],
    ['names of codes', 'verification code '.repeat(40_000)],
    ['capitals', 'A1B2-'.repeat(100_000)],
    ['URLs', 'https://x.test/'.repeat(40_000)],
    ['punctuation behind a URL', `https://x.test/${'.'.repeat(400_000)}`],
    ['accents', 'é'.repeat(300_000)],
  ];

  it.each(hostile)('of %s is worked through in bounded output', (_, text) => {
    const { codes, links } = extract({ subject: text, plainText: text, html: readHtml(text), fromEmail: text });
    expect(codes.length).toBeLessThanOrEqual(20);
    expect(links.length).toBeLessThanOrEqual(200);
  });

  const pieces: [string, string][] = [
    ...hostile.map(([name, text]): [string, string] => [name, text.slice(0, 64)]),
    ['digits one by one', '1 '],
    ['numbers beside words', 'verification code 4711 4712 4713\n'],
    ['words that mislead', 'order 123456 code '],
    ['labels in front of URLs', 'confirm your address: https://x.test/ '],
    ['labels without an end', 'a. '],
    ['digits of another script', '٤٨٢'],
    ['Hangul', '인증번호'],
    ['tags with many blanks', '<a   href   ='],
  ];

  it.each(pieces)('of %s is worked through in linear time', (_, piece) => {
    const ratio = timeRatio((size) => {
      const text = piece.repeat(size / piece.length);
      extract({ subject: text, plainText: text, html: readHtml(text), fromEmail: text });
    }, 12_000);
    expect(ratio).toBeLessThan(48);
  });
});
