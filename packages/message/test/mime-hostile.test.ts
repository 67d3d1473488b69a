import { describe, expect, it } from '@jest/globals';
import { parseMessage } from '../src/index.js';

const parse = (text: string) => parseMessage(Buffer.from(text));
const multipart = (boundary: string, body: string) =>
  `Subject: x\r\nContent-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${body}`;

describe('a hostile message', () => {
  it.each<[string, () => string]>([
    ['nothing at all', () => ''],
    ['only line breaks', () => '\r\n'.repeat(100_000)],
    ['a header line of five megabytes', () => `Subject: ${'a'.repeat(5_000_000)}\r\n\r\nbody`],
    ['a million boundaries', () => multipart('b', '--b\r\n\r\n'.repeat(1_000_000))],
    ['ten thousand nested multiparts', () => nested(10_000)],
    ['a hundred thousand addresses', () => `To: ${'a@b.c,'.repeat(100_000)}\r\n\r\nbody`],
    ['a megabyte of nested html', () => `Content-Type: text/html\r\n\r\n${'<div>'.repeat(200_000)}`],
    ['a megabyte of opening angle brackets', () => `Content-Type: text/html\r\n\r\n${'<'.repeat(1_000_000)}`],
    ['unclosed comments in addresses', () => `From: ${'('.repeat(50_000)}\r\n\r\nbody`],
    [
      'a megabyte of soft line breaks',
      () => `Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=  '.repeat(300_000)}`,
    ],
    ['boundaries of regular expressions', () => multipart('(.*+?[', '--(.*+?[\r\n\r\nhello\r\n--(.*+?[--\r\n')],
    ['charsets that do not exist', () => 'Content-Type: text/plain; charset="no-such"\r\n\r\nhello'],
    ['broken encoded words', () => `Subject: ${'=?utf-8?B?'.repeat(10_000)}\r\n\r\nhello`],
  ])('of %s is read without an error', (_, make) => {
    const parsed = parse(make());
    expect(typeof parsed.plainText).toBe('string');
    expect(parsed.attachments.length).toBeLessThanOrEqual(1_000);
  });

  it('leaves nothing in its strings that a database can not hold', () => {
    const parsed = parse('Subject: a\0b\r\nFrom: "x\0" <a@b.c>\r\n\r\nte\0xt');
    expect(JSON.stringify(parsed)).not.toContain('\\u0000');
    expect(parsed.subject).toBe('ab');
  });
});

describe('a message', () => {
  it('keeps names, ids and the thread apart from the text', () => {
    const parsed = parse(
      'From: =?utf-8?q?J=C3=B6rg?= <joerg@example.org>\r\nTo: A <a@x.test>, b@x.test\r\nMessage-ID: <1@x>\r\n' +
        'In-Reply-To: <0@x>\r\nReferences: <r@x>\r\n <0@x>\r\nDate: Tue, 3 Nov 2026 10:00:00 +0100\r\n\r\nHello  there\r\nfriend',
    );
    expect(parsed).toMatchObject({
      from: { email: 'joerg@example.org', name: 'Jörg' },
      to: [
        { email: 'a@x.test', name: 'A' },
        { email: 'b@x.test', name: '' },
      ],
      messageId: '<1@x>',
      inReplyTo: '<0@x>',
      references: ['<r@x>', '<0@x>'],
      sentAt: '2026-11-03T09:00:00.000Z',
      plainText: 'Hello  there\nfriend',
      snippet: 'Hello there friend',
      automatic: null,
      encrypted: false,
    });
  });

  it.each([
    ['PGP/MIME', 'Content-Type: multipart/encrypted; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--\r\n'],
    ['S/MIME', 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nMIIB'],
    ['inline PGP', '\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nabc\r\n-----END PGP MESSAGE-----\r\n'],
  ])('that is encrypted by %s is recognised', (_, text) => expect(parse(text).encrypted).toBe(true));

  it('that only is signed is not taken for encrypted', () => {
    expect(parse('Content-Type: application/pkcs7-mime; smime-type=signed-data\r\n\r\nMIIB').encrypted).toBe(false);
  });

  it.each([
    ['dsn', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--\r\n'],
    ['auto-replied', 'Auto-Submitted: auto-replied (vacation)\r\n\r\nI am away'],
  ])('that is automatic is named %s', (kind, text) => expect(parse(text).automatic).toBe(kind));

  it('that was generated, such as a sign-in code, is not an automatic answer', () => {
    expect(parse('Auto-Submitted: auto-generated\r\n\r\n123456').automatic).toBeNull();
  });
});

function nested(depth: number): string {
  let text = 'Content-Type: text/plain\r\n\r\ninnermost';
  for (let level = 0; level < depth; level += 1) {
    text = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${text.length > 3_000_000 ? '' : text}`;
  }
  return text;
}
