import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { parseMessage } from '../index.js';
import { decodeCharset } from './charset.js';

describe('text in a charset', () => {
  it.each([
    // mail(1) writes this in the locale C, whatever the text is.
    ['ANSI_X3.4-1968', Buffer.from('Grüße'), 'Grüße'],
    ['iso_646.irv:1991', Buffer.from('Gr\u00fc\u00dfe', 'latin1'), 'Grüße'],
    ['utf-8 (Unicode)', Buffer.from('Grüße'), 'Grüße'],
    ['koi8-r (Cyrillic)', iconv.encode('Привет', 'koi8-r'), 'Привет'],
    ['x-mac-cyrillic', iconv.encode('Привет', 'maccyrillic'), 'Привет'],
    ['macintosh', iconv.encode('café', 'macintosh'), 'café'],
    ['cp50220', Buffer.from('\x1b$B$3$s$K$A$O\x1b(B'), 'こんにちは'],
    ['csISO2022JP', Buffer.from('\x1b$B$3$s$K$A$O\x1b(B'), 'こんにちは'],
  ])('named %s is read', (charset, bytes, text) => expect(decodeCharset(bytes, charset)).toBe(text));

  it.each(['binary', 'hex', 'base64', 'utf-7-imap', 'x-unknown'])('is UTF-8 where its name is none: %s', (charset) => {
    expect(decodeCharset(Buffer.from('Code 4711, Grüße &- +AGE-'), charset)).toBe('Code 4711, Grüße &- +AGE-');
  });
});

describe('HTML', () => {
  const html = (type: string, head: string, body: Buffer) =>
    parseMessage(Buffer.concat([Buffer.from(`Content-Type: ${type}\r\n\r\n<html>${head}<body>`), body])).html;
  const meta = (charset: string) =>
    `<meta http-equiv="Content-Type" content="text/html; charset=${charset}"><title>x</title>`;

  it.each([
    ['koi8-r', iconv.encode('Привет', 'koi8-r'), 'Привет'],
    ['gb2312', iconv.encode('你好', 'gbk'), '你好'],
    ['iso-2022-jp', Buffer.from('\x1b$B$3$s$K$A$O\x1b(B'), 'こんにちは'],
  ])('says its charset itself where its part does not: %s', (charset, body, text) => {
    for (const head of [meta(charset), `<META charset='${charset}'>`, `<meta charset = ${charset} >`]) {
      for (const type of ['text/html', 'text/html; charset=us-ascii'])
        expect(html(type, head, body)).toBe(`<html>${head}<body>${text}`);
    }
  });

  it('is read as its part says before all, and as UTF-8 where it is that', () => {
    expect(html('text/html; charset=windows-1251', meta('koi8-r'), iconv.encode('Привет', 'cp1251'))).toMatch(
      /Привет$/,
    );
    expect(html('text/html', meta('gb2312'), Buffer.from('Grüße'))).toMatch(/Grüße$/);
    expect(html('text/html', meta('utf-7'), Buffer.from('+ADw- Gr\u00fc\u00dfe', 'latin1'))).toMatch(/\+ADw- Grüße$/);
    expect(html('text/html', meta('utf-16le'), Buffer.from('Gr\u00fc\u00dfe', 'latin1'))).toMatch(/Grüße$/);
    expect(html('text/html', meta('nothing'), Buffer.from('Gr\u00fc\u00dfe', 'latin1'))).toMatch(/Grüße$/);
  });
});
