import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Mailbox } from '@mailroom/mail';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
let mailbox: Mailbox;
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
});
afterAll(() => sending.close());

/** The Content-Type of a file as it is sent, without its name. */
async function typeOf(filename: string, content: Buffer, contentType?: string) {
  const file = { filename, content, ...(contentType !== undefined && { contentType }) };
  const request = requestOf({ to: ['far@far.test'], text: 'see', attachments: [file] });
  const { emailId } = await sending.submissions.send(sending.principal, mailbox, request);
  const raw = await sending.rawMessages.read((await sending.email(emailId)).rawId);
  const [, , , type = ''] =
    raw?.content
      .toString()
      .replace(/\r\n[ \t]/g, ' ')
      .split(/^Content-Type: (?=.)/m) ?? [];
  return type.split('\r\n')[0]?.replace(/; name=.*/, '');
}

describe('an attached text', () => {
  it('says that it is UTF-8 where it is, so that no reader has to guess', async () => {
    const text = Buffer.from('Größe;Anzahl\r\n');
    expect(await typeOf('a.csv', text, 'text/csv')).toBe('text/csv; charset=utf-8');
    expect(await typeOf('a.txt', text)).toBe('text/plain; charset=utf-8');
    expect(await typeOf('invite.ics', text, 'text/calendar')).toBe('text/calendar; charset=utf-8');
  });

  it('says nothing of what is no UTF-8, and of ASCII; a file that is no text says nothing either', async () => {
    expect(await typeOf('a.txt', Buffer.from('Gr\u00f6\u00dfe', 'latin1'), 'text/plain')).toBe('text/plain');
    expect(await typeOf('a.txt', Buffer.from('size'), 'text/plain')).toBe('text/plain');
    expect(await typeOf('a.json', Buffer.from('"Größe"'), 'application/json')).toBe('application/json');
  });
});
