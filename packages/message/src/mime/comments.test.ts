import { describe, expect, it } from '@jest/globals';
import { decodeAttachment, parseMessage } from '../index.js';

const message = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

describe('a comment in a MIME field (RFC 2045 §5.1)', () => {
  it('changes neither the type of a text, nor its charset and encoding', () => {
    const raw = message(
      'Content-Type: text/html (what was meant) ; charset=iso-8859-5 (Cyrillic)',
      'Content-Transfer-Encoding: quoted-printable (mostly)',
      '',
      '<p>=BF=E0=D8=D2=D5=E2</p>',
    );
    expect(parseMessage(raw)).toMatchObject({ plainText: '', html: '<p>Привет</p>' });
  });

  it('changes nothing of an attachment, whose unquoted name may look like one', () => {
    const raw = message(
      'Content-Type: application/pdf (a report)',
      'Content-Disposition: attachment (keep); filename=Report (1).pdf',
      'Content-Transfer-Encoding: base64 (always)',
      '',
      'aGVsbG8=',
    );
    const [attachment] = parseMessage(raw).attachments;
    expect(attachment).toMatchObject({
      mimeType: 'application/pdf',
      disposition: 'attachment',
      filename: 'Report (1).pdf',
    });
    expect(attachment && decodeAttachment(raw, attachment).toString()).toBe('hello');
  });
});
