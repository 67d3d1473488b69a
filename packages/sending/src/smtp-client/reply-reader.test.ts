import { describe, expect, it } from '@jest/globals';
import { ReplyReader, type SmtpReply } from './reply-reader.js';

function read(...chunks: (string | Buffer)[]): { replies: SmtpReply[]; reader: ReplyReader } {
  const reader = new ReplyReader();
  const replies: SmtpReply[] = [];
  for (const chunk of chunks) reader.read(Buffer.from(chunk), (reply) => replies.push(reply));
  return { replies, reader };
}

describe('a reader of replies', () => {
  it('finds several in one chunk, and one in several', () => {
    expect(read('250 one\r\n354 two\r\n').replies).toEqual([
      { code: 250, text: '250 one' },
      { code: 354, text: '354 two' },
    ]);
    const { replies, reader } = read('25', '0-fi', 'rst\r', '\n250 se', 'cond\r\n', '4');
    expect(replies).toEqual([{ code: 250, text: '250-first\n250 second' }]);
    expect(reader.isInMidReply).toBe(true);
  });

  it('takes a code alone, lines that end in a line feed alone, and empty lines between replies', () => {
    expect(read('250\r\n', '\r\n220 x\n').replies.map(({ code }) => code)).toEqual([250, 220]);
  });

  it('reads UTF-8, and any other bytes as they are', () => {
    expect(read('250 für\r\n').replies[0]?.text).toBe('250 für');
    expect(read(Buffer.from('250 f\u00fcr\r\n', 'latin1')).replies[0]?.text).toBe('250 f\u00fcr');
  });

  it('turns control characters into spaces, but for tabs and the ends of lines', () => {
    expect(read('250-a\0b\t\x1b[2J\r\n250 \x7f\r\n').replies).toEqual([{ code: 250, text: '250-a b\t [2J\n250  ' }]);
    expect(read(Buffer.from('250 \x9b2J\xff\r\n', 'latin1')).replies[0]?.text).toBe('250  2J\xff');
    expect(() => read('HTTP\0\r\n')).toThrow('no reply: HTTP ');
  });

  it('gives what was whole before it complains', () => {
    const reader = new ReplyReader();
    const replies: SmtpReply[] = [];
    const take = (reply: SmtpReply) => void replies.push(reply);
    expect(() => reader.read(Buffer.from('250 OK\r\nHTTP/1.1 400\r\n'), take)).toThrow('no reply: HTTP/1.1 400');
    expect(replies).toEqual([{ code: 250, text: '250 OK' }]);
    expect(() => read('250-a\r\n550 b\r\n')).toThrow('no reply');
  });

  it.each(['150 wait', '600 what', '999 no', '000'])('takes no code for one that SMTP does not have: %s', (line) => {
    expect(() => read(`${line}\r\n`)).toThrow(`no reply: ${line}`);
  });

  it('does not keep a reply that has no end', () => {
    expect(() => read('x'.repeat(70_000))).toThrow('without end');
    expect(() => read('250-abcdefgh\r\n'.repeat(10_000))).toThrow('without end');
  });
});
