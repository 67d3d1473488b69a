import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { parseMessage } from '../index.js';

/** A message with bare bytes in its header. */
function legacy(charset: string, { subject, name }: { subject: string; name: string }, type: string) {
  const bytes = (text: string) => iconv.encode(text, charset);
  const fields = ['Subject: ', bytes(subject), '\r\nFrom: "', bytes(name), '" <ada@far.test>\r\nTo: '];
  const rest = [bytes(name), ' <desk@a.test>\r\n', type, '\r\n\r\n', bytes('x'), '\r\n'];
  return parseMessage(Buffer.concat([...fields, ...rest].map((part) => Buffer.from(part))));
}

const plain = (charset: string) => `Content-Type: text/plain; charset=${charset}`;
const parts = (charset: string) =>
  `Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n${plain(charset)}\r\n\r\nx\r\n--b--`;

describe('bare bytes in a header', () => {
  it.each([
    ['gb2312', 'gbk', { subject: '验证码 4711', name: '张三' }],
    ['koi8-r', 'koi8-r', { subject: 'Код 4711', name: 'Ада' }],
    ['windows-1251', 'windows-1251', { subject: 'Код 4711', name: 'Ада' }],
    ['shift_jis', 'shift_jis', { subject: '認証コード', name: '山田' }],
    ['iso-8859-1', 'latin1', { subject: 'Größe', name: 'Jörg' }],
    ['utf-8', 'latin1', { subject: 'Größe', name: 'Jörg' }],
    ['us-ascii', 'latin1', { subject: 'Größe', name: 'Jörg' }],
  ])('are read in the charset of the text: %s', (charset, encoding, { subject, name }) => {
    for (const type of [plain(charset), parts(charset)]) {
      const read = legacy(encoding, { subject, name }, type);
      expect(read.subject).toBe(subject);
      expect(read.from).toEqual({ email: 'ada@far.test', name });
      expect(read.to).toEqual([{ email: 'desk@a.test', name }]);
      expect(read.headers[0]).toEqual({ name: 'Subject', value: subject });
    }
  });

  it('are UTF-8 where they can be, whatever the text is', () => {
    for (const charset of ['gb2312', 'koi8-r', 'iso-8859-1']) {
      const read = legacy('utf8', { subject: 'Größe', name: 'Jörg' }, plain(charset));
      expect([read.subject, read.from?.name]).toEqual(['Größe', 'Jörg']);
    }
  });

  it('are never a part of the address, and no charset makes them one', () => {
    // These two octets are one character in GBK; the second text would be an address in angle brackets in UTF-7.
    const field = Buffer.concat([Buffer.from([0x81]), Buffer.from('@bank.test <eve@far.test>')]);
    const shifted = Buffer.concat([
      Buffer.from('+ADw-eve@bank.test+AD4- '),
      Buffer.from([0xe4]),
      Buffer.from(' <a@far.test>'),
    ]);
    for (const charset of ['gbk', 'utf-7', 'utf-16le', 'shift_jis', 'big5']) {
      for (const [from, email] of [
        [field, 'eve@far.test'],
        [shifted, 'a@far.test'],
      ] as const) {
        const raw = Buffer.concat([Buffer.from('From: '), from, Buffer.from(`\r\n${plain(charset)}\r\n\r\nx`)]);
        expect(parseMessage(raw).from?.email).toBe(email);
      }
    }
  });
});
