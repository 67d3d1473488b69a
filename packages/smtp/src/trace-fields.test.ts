import { describe, expect, it } from '@jest/globals';
import type { ReceivedMessage, SmtpSession } from './mail-transactions.js';
import { traceFields } from './trace-fields.js';

const AT = new Date('2026-11-21T01:02:03Z');
const session: SmtpSession = {
  id: 's1',
  clientAddress: '192.0.2.7',
  clientPort: 4711,
  helo: 'client.example',
  esmtp: true,
  tls: null,
};

function fields(ofSession: Partial<SmtpSession>, ofMessage: Partial<ReceivedMessage> = {}): string {
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
  return traceFields(message, 'mx.mailroom.test', AT);
}

describe('traceFields', () => {
  it('writes the trace fields of RFC 5321', () => {
    expect(fields({}, { sender: '"a b"@sender.example' })).toBe(
      'Return-Path: <"a b"@sender.example>\r\n' +
        'Received: from client.example ([192.0.2.7])\r\n\tby mx.mailroom.test with ESMTP id s1-1\r\n' +
        '\tfor <a@mailroom.test>;\r\n\tSat, 21 Nov 2026 01:02:03 +0000\r\n',
    );
  });

  it.each([' by mx.evil.example', '\tfor <b@evil.example>'])(
    'is not continued by a message that begins with %j',
    (text) => {
      expect(fields({}, { content: Buffer.from(text) })).toBe(`${fields({})}\r\n`);
      expect(fields({}, { content: Buffer.from(`Subject: a\r\n${text}`) })).toBe(fields({}));
    },
  );

  it('says of a message that can not be returned that it has no path', () => {
    expect(fields({}, { sender: null })).toMatch(/^Return-Path: <>\r\nReceived:/);
  });

  it('lets a sender inject nothing', () => {
    const [path, received] = fields({}, { sender: 'a\r\nX-Evil: b\u0000@z.example' }).split('\r\n');
    expect([path, received?.slice(0, 14)]).toEqual(['Return-Path: <aX-Evil: b@z.example>', 'Received: from']);
  });

  it('names no recipient where there are several', () => {
    const field = fields({}, { recipients: ['a@mailroom.test', 'secret@mailroom.test'] });
    expect(field).not.toMatch(/ for |secret/);
    expect(field).toMatch(/id s1-1;\r\n\tSat/);
  });

  it('tags an IPv6 client', () => {
    expect(fields({ clientAddress: '2001:db8::1' })).toContain('([IPv6:2001:db8::1])');
  });

  const tls = { protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' };
  it.each([
    ['SMTP', { esmtp: false }, false],
    ['ESMTP', {}, false],
    ['ESMTPS', { tls }, false],
    ['UTF8SMTP', {}, true],
    ['UTF8SMTPS', { tls }, true],
  ])('says %s where it was', (type, ofSession, smtputf8) => {
    expect(fields(ofSession, { smtputf8 })).toContain(` with ${type} id `);
  });

  it.each(['x\r\nBcc: evil@z', 'x) (y', 'x\nfoo: bar', 'x;', '\u0000', 'a b'])(
    'lets HELO %j inject nothing',
    (helo) => {
      const field = fields({ helo });
      expect(field.split('\r\n')).toHaveLength(6);
      expect(field).toMatch(/^Return-Path: <>\r\nReceived: from [A-Za-z0-9?.:]+ \(\[192\.0\.2\.7\]\)\r\n\t/);
    },
  );

  it('names a client that gave no name', () => {
    expect(fields({ helo: '' })).toContain('from unknown (');
  });

  it('keeps every line within 998 octets', () => {
    const field = fields({ helo: 'h'.repeat(5000) }, { recipients: [`${'l'.repeat(64)}@${'d'.repeat(189)}`] });
    for (const line of field.split('\r\n')) expect(line.length).toBeLessThan(998);
  });
});
