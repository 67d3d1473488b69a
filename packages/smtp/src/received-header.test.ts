import { describe, expect, it } from '@jest/globals';
import type { ReceivedMessage, SmtpSession } from './mail-transactions.js';
import { receivedHeader } from './received-header.js';

const AT = new Date('2026-11-21T01:02:03Z');
const session: SmtpSession = {
  id: 's1',
  clientAddress: '192.0.2.7',
  clientPort: 4711,
  helo: 'client.example',
  esmtp: true,
  tls: null,
};

function header(ofSession: Partial<SmtpSession>, ofMessage: Partial<ReceivedMessage> = {}): string {
  const message: ReceivedMessage = {
    session: { ...session, ...ofSession },
    sender: null,
    recipients: ['a@mailroom.test'],
    content: Buffer.alloc(0),
    smtputf8: false,
    rawId: '',
    id: 's1-1',
    ...ofMessage,
  };
  return receivedHeader(message, 'mx.mailroom.test', AT);
}

describe('receivedHeader', () => {
  it('writes the trace field of RFC 5321', () => {
    expect(header({})).toBe(
      'Received: from client.example ([192.0.2.7])\r\n\tby mx.mailroom.test with ESMTP id s1-1\r\n' +
        '\tfor <a@mailroom.test>;\r\n\tSat, 21 Nov 2026 01:02:03 +0000\r\n',
    );
  });

  it.each([' by mx.evil.example', '\tfor <b@evil.example>'])(
    'is not continued by a message that begins with %j',
    (text) => {
      expect(header({}, { content: Buffer.from(text) })).toBe(`${header({})}\r\n`);
      expect(header({}, { content: Buffer.from(`Subject: a\r\n${text}`) })).toBe(header({}));
    },
  );

  it('names no recipient where there are several', () => {
    const field = header({}, { recipients: ['a@mailroom.test', 'secret@mailroom.test'] });
    expect(field).not.toMatch(/ for |secret/);
    expect(field).toMatch(/id s1-1;\r\n\tSat/);
  });

  it('tags an IPv6 client', () => {
    expect(header({ clientAddress: '2001:db8::1' })).toContain('([IPv6:2001:db8::1])');
  });

  const tls = { protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' };
  it.each([
    ['SMTP', { esmtp: false }, false],
    ['ESMTP', {}, false],
    ['ESMTPS', { tls }, false],
    ['UTF8SMTP', {}, true],
    ['UTF8SMTPS', { tls }, true],
  ])('says %s where it was', (type, ofSession, smtputf8) => {
    expect(header(ofSession, { smtputf8 })).toContain(` with ${type} id `);
  });

  it.each(['x\r\nBcc: evil@z', 'x) (y', 'x\nfoo: bar', 'x;', '\u0000', 'a b'])(
    'lets HELO %j inject nothing',
    (helo) => {
      const field = header({ helo });
      expect(field.split('\r\n')).toHaveLength(5);
      expect(field).toMatch(/^Received: from [A-Za-z0-9?.:]+ \(\[192\.0\.2\.7\]\)\r\n\t/);
    },
  );

  it('names a client that gave no name', () => {
    expect(header({ helo: '' })).toContain('from unknown (');
  });

  it('keeps every line within 998 octets', () => {
    const field = header({ helo: 'h'.repeat(5000) }, { recipients: [`${'l'.repeat(64)}@${'d'.repeat(189)}`] });
    for (const line of field.split('\r\n')) expect(line.length).toBeLessThan(998);
  });
});
