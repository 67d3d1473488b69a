import { afterAll, describe, expect, it } from '@jest/globals';
import { ParserPool } from '../src/parsing/parser-pool.js';
import { shownBy } from './outcome.fixture.js';

/** What SMTP_MAX_MESSAGE_BYTES allows by default, and no memory beyond what each parser has by default. */
const LARGEST = 36 * 1024 * 1024;
const pool = new ParserPool({
  workers: 1,
  timeoutMs: 60_000,
  maxHeapMb: 256,
  hostname: 'mx.mailroom.test',
  dnsServers: [],
});

afterAll(() => pool.close());

/** Whatever is repeated, reading it must not take a string, an element or a match for each time. */
const REPEATED: readonly (readonly [type: string, unit: string, begin?: string])[] = [
  ['text/plain', '\r\n'],
  ['text/plain', '\r'],
  ['text/plain', 'a\0'],
  ['text/plain; charset=utf-16le', '\xd8\xd8\xd8\xd8'],
  ['text/plain; format=flowed', 'a \r\n'],
  ['text/plain; format=flowed', 'a\r\n'],
  ['text/html', '&amp;'],
  ['text/html; charset=iso-8859-1', '\xa0a'],
  ['text/html', 'a\r\n'],
  ['text/html', '<a href=http://a.example/>a</a>'],
  ['text/html', '\n', '<pre>'],
  ['text/html', 'a&nbsp;', '<p style="display:none">'],
];

describe('the largest message that may come', () => {
  it.each(REPEATED)('is read where it is %s of nothing but %j', async (type, unit, begin = '') => {
    const head = Buffer.from(`Subject: large\r\nContent-Type: ${type}\r\n\r\n${begin}`);
    const raw = Buffer.concat([head, Buffer.alloc(LARGEST - head.length, unit, 'latin1')]);
    const envelope = { clientAddress: '127.0.0.1', helo: 'client.example', sender: 'a@sender.example' };
    const outcome = await pool.parse({ rawId: type, raw, envelope });
    expect(shownBy(outcome)).toMatchObject({ status: 'received', subject: 'large' });
  });
});
