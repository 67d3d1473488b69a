import { describe, expect, it } from '@jest/globals';
import { decodeAttachment, parseMessage } from '../src/index.js';

const mixed = (...parts: string[]) =>
  Buffer.from(
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`,
  );

const file = (encoding: string, body: string) =>
  mixed(`Content-Type: application/x-test; name=f\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`);

const text = Buffer.from('Grüße an alle, die hier lesen! '.repeat(9));
const base64 = text.toString('base64');
const lines = (width: number, eol = '\r\n') => base64.replace(new RegExp(`.{${width}}`, 'g'), `$&${eol}`);

describe('the size of an attachment', () => {
  it.each([
    ['base64 in lines of 76', 'base64', lines(76)],
    ['base64 with LF line ends', 'base64', lines(60, '\n')],
    ['base64 on one line', 'base64', base64],
    ['base64 that ends in a line break', 'base64', `${lines(76)}\r\n`],
    [
      'base64 in lines of changing length',
      'base64',
      `${base64.slice(0, 8)}\r\n${base64.slice(8, 100)}\r\n${base64.slice(100)}`,
    ],
    ['base64 in lines that cut through groups', 'base64', lines(75)],
    ['a named 7bit part', '7bit', text.toString('latin1').replace(/[^ -~]/g, '?')],
  ])('of %s is that of its decoded content', (_, encoding, body) => {
    const raw = file(encoding, body);
    const [attachment] = parseMessage(raw).attachments;
    expect(attachment && decodeAttachment(raw, attachment)).toHaveLength(attachment?.size ?? -1);
    expect(attachment?.size).toBe(text.length);
  });

  it('counts every one of several padded pieces', () => {
    const raw = file('base64', 'YQ==\r\nYmI=\r\nYw==');
    const [attachment] = parseMessage(raw).attachments;
    expect(attachment?.size).toBe(4);
    expect(attachment && decodeAttachment(raw, attachment).toString()).toBe('abbc');
  });
});

describe('an attachment', () => {
  it('is decoded from quoted-printable, soft breaks and stray equals signs included', () => {
    const raw = file('quoted-printable', 'a=3D=\r\nb =zz =C3=BC=');
    const [attachment] = parseMessage(raw).attachments;
    expect(attachment && decodeAttachment(raw, attachment).toString()).toBe('a=b =zz ü');
  });

  it('is decoded from uuencode', () => {
    const raw = file('x-uuencode', 'begin 644 cat.txt\r\n#0V%T\r\n`\r\nend\r\n');
    const [attachment] = parseMessage(raw).attachments;
    expect(attachment).toMatchObject({ size: 3, encoding: 'uuencode' });
    expect(attachment && decodeAttachment(raw, attachment).toString()).toBe('Cat');
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\windows\\\\x.exe', 'x.exe'],
    ['..', null],
    [`${'a'.repeat(400)}.pdf`, `${'a'.repeat(251)}.pdf`],
  ])('called %s is named %s', (name, expected) => {
    const raw = mixed(`Content-Disposition: attachment; filename="${name}"\r\n\r\nx`);
    expect(parseMessage(raw).attachments[0]?.filename).toBe(expected);
  });

  it('can be a text in a mixed message, while a named text in an alternative stays the body', () => {
    const named = 'Content-Type: text/plain; name=notes.txt\r\n\r\nnotes';
    expect(parseMessage(mixed('\r\nhello', named))).toMatchObject({
      plainText: 'hello',
      attachments: [{ filename: 'notes.txt' }],
    });
    const alternative = Buffer.from(mixed(named).toString().replace('multipart/mixed', 'multipart/alternative'));
    expect(parseMessage(alternative)).toMatchObject({ plainText: 'notes', attachments: [] });
  });

  it('with a content id beside the HTML is inline', () => {
    const raw = Buffer.from(
      mixed('Content-Type: text/html\r\n\r\n<b>x</b>', 'Content-Type: image/png\r\nContent-ID: <i@x>\r\n\r\nx')
        .toString()
        .replace('multipart/mixed', 'multipart/related'),
    );
    expect(parseMessage(raw).attachments).toMatchObject([
      { contentId: 'i@x', disposition: 'inline', mimeType: 'image/png' },
    ]);
  });

  it('lies in raw where it says, behind an inner message whose own boundaries do not count', () => {
    const inner =
      'Content-Type: message/rfc822\r\n\r\nSubject: a/b\r\nContent-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\r\nx\r\n--i--';
    const raw = mixed(inner, 'Content-Type: application/pdf\r\n\r\n%PDF-');
    const [message, pdf] = parseMessage(raw).attachments;
    expect(message?.filename).toBe('a_b.eml');
    expect(pdf && decodeAttachment(raw, pdf).toString()).toBe('%PDF-');
  });
});

describe('any bytes at all', () => {
  it('are read without an error, each attachment decodable and never larger than its size', () => {
    const seed = mixed(
      'Content-Type: text/html; charset=utf-7\r\n\r\n<p>&#xd800;hi',
      `Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename*0*=utf-8''a%; filename*1=b\r\n\r\n${lines(76)}`,
      'Content-Type: message/rfc822\r\n\r\nSubject: =?iso-2022-jp?b?GyRC?=\r\n\r\nx',
    );
    let state = 12345;
    const random = (below: number) => (state = (state * 1103515245 + 12345) % 2147483648) % below;
    for (let round = 0; round < 2_000; round++) {
      const raw = Buffer.from(seed);
      for (let i = 0; i < 12; i++)
        raw[random(raw.length)] = random(3) === 0 ? random(256) : (seed[random(seed.length)] ?? 0);
      const parsed = parseMessage(raw);
      expect(JSON.stringify(parsed)).not.toMatch(/\\u0000|\\ud[89a-f]/);
      for (const attachment of parsed.attachments) {
        expect(decodeAttachment(raw, attachment).length).toBeLessThanOrEqual(attachment.size);
      }
    }
  });
});
