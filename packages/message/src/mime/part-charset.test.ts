import { describe, expect, it } from '@jest/globals';
import { parseMessage } from './parse-message.js';
import { charsetOfPart } from './part-charset.js';

const charsetOf = (message: string) => {
  const raw = Buffer.from(message);
  const file = parseMessage(raw).attachments.at(-1);
  return file && charsetOfPart(raw, file.offset, file.mimeType);
};
const attached = (header: string, before = '', eol = '\r\n') =>
  [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    `${before}--b`,
    `${header}`,
    'Content-Disposition: attachment',
    '',
    'text',
    '--b--',
  ]
    .join(eol)
    .replaceAll('\r\n', eol);

describe("an attachment's charset", () => {
  it.each([
    ['first', attached('Content-Type: text/csv; charset=koi8-r')],
    ['with the line ends of Unix', attached('Content-Type: text/csv;\n charset="koi8-r"', '', '\n')],
    [
      'behind another part',
      attached(
        'Content-Type: text/csv; charset=koi8-r',
        '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nhi\r\n',
      ),
    ],
    ['the whole message', 'Content-Type: text/csv; charset=koi8-r\r\nContent-Disposition: attachment\r\n\r\ntext'],
  ])('is what its header says where it is %s', (_, message) => {
    expect(charsetOf(message)).toBe('koi8-r');
  });

  it('is not that of another part', () => {
    expect(
      charsetOf(
        attached(
          'Content-Type: text/csv',
          '--b\r\nContent-Type: text/csv; charset=utf-8\r\nContent-Disposition: inline\r\n\r\nhi\r\n',
        ),
      ),
    ).toBeUndefined();
  });
});
