import { describe, expect, it } from '@jest/globals';
import { checkedHeaders, MAX_HEADERS } from './outgoing-headers.js';

const refusal = (headers: Record<string, string>) => {
  try {
    checkedHeaders(headers);
    return null;
  } catch (error) {
    return error;
  }
};

describe("a header of the caller's own", () => {
  it.each([
    ['X-Campaign', 'spring'],
    ['x-a-1', 'Größe'],
    ['X-Auto-Response-Suppress', 'All'],
    ['X-Priority', '1 (Highest)'],
    ['List-ID', 'News <news.example.org>'],
    ['List-Unsubscribe', '<https://example.org/u?a=1,2>, <mailto:u@example.org>'],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    ['List-Post', 'NO'],
    ['Auto-Submitted', 'auto-generated'],
    ['Precedence', 'bulk'],
    ['Importance', 'High'],
    ['Feedback-ID', 'a:b:c'],
  ])('%s: %s is sent as it is', (name, value) => {
    expect(checkedHeaders({ [name]: value })).toEqual({ [name]: value });
  });

  it.each([
    ...['From', 'to', 'Cc', 'BCC', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'Received', 'Return-Path'],
    ...['Content-Type', 'MIME-Version', 'DKIM-Signature', 'Authentication-Results', 'Disposition-Notification-To'],
    ...['X-Original-To', 'x-forwarded-to', 'X-Spam-Status', 'X-MS-Exchange-Organization-SCL', 'X-SMTPAPI', 'X-Bcc'],
    ...['X-Google-DKIM-Signature', 'X-Originating-IP', 'X-Envelope-From', 'X-Mailgun-Variables', 'X-Loop'],
    ...['X', 'X-', 'X--A', 'X-A:', 'X-A B', 'X-A\r\nBcc', 'X-Ä', '', ' X-A', `X-${'a'.repeat(70)}`],
  ])('%j is refused', (name) => {
    expect(refusal({ [name]: 'x' })).toMatchObject({ code: 'invalid_request' });
  });

  it.each([
    ['X-A', 'a\r\nBcc: evil@evil.test'],
    ['X-A', 'a\nb'],
    ['X-A', 'a\u0000'],
    ['X-A', 'a\u2028b'],
    ['X-A', '\ud800'],
    ['X-A', ' '],
    ['X-A', 'a'.repeat(901)],
    ['List-Unsubscribe', 'https://example.org/'],
    ['List-Unsubscribe', '<javascript:alert(1)>'],
    ['List-Unsubscribe-Post', 'yes'],
    ['Precedence', 'first-class'],
    ['Auto-Submitted', 'maybe'],
    ['X-Priority', '9'],
  ])('%s: %j is refused', (name, value) => {
    expect(refusal({ [name]: value })).toMatchObject({
      code: 'invalid_request',
      fields: [{ field: `headers.${name}` }],
    });
  });

  it('is there once, and has few beside it', () => {
    expect(refusal({ 'X-A': '1', 'x-a': '2' })).toMatchObject({ code: 'invalid_request' });
    const many = Object.fromEntries(Array.from({ length: MAX_HEADERS + 1 }, (_, i) => [`X-A-${i}`, 'x']));
    expect(refusal(many)).toMatchObject({ code: 'invalid_request' });
  });

  it('has no runs of blanks, which could be folded into an empty line', () => {
    expect(checkedHeaders({ 'X-A': ` a${' '.repeat(200)}b ` })).toEqual({ 'X-A': 'a b' });
  });
});
