import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Mailbox } from '@mailroom/mail';
import { decodeAttachment, parseMessage } from '@mailroom/message';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
let mailbox: Mailbox;
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
});
afterAll(() => sending.close());

/** Sends a file, and returns what its reader gets of it, with the message around it. */
async function sent(file: { filename: string; contentType?: string; content: string | Buffer }) {
  const content = Buffer.from(file.content);
  const request = requestOf({ to: ['far@far.test'], text: 'see', attachments: [{ ...file, content }] });
  const { emailId } = await sending.submissions.send(sending.principal, mailbox, request);
  const raw = (await sending.rawMessages.read((await sending.email(emailId)).rawId))?.content ?? Buffer.alloc(0);
  const [attachment] = parseMessage(raw).attachments;
  if (!attachment) throw new Error('The message has no attachment.');
  const { filename, mimeType } = attachment;
  return { raw, filename, mimeType, content: decodeAttachment(raw, attachment).toString('latin1') };
}

const enclosed = 'From: ada@far.test\r\nSubject: enclosed\r\n\r\n';

describe('a file that is a message', () => {
  it('goes out as a message where it can travel as it stands', async () => {
    for (const body of ['Hello.\r\n', 'Gr\u00fc\u00dfe.\r\n', `${'x'.repeat(998)}\r\n`, 'x'.repeat(998)]) {
      const { mimeType, content } = await sent({ filename: 'a.eml', content: enclosed + body });
      expect(mimeType).toBe('message/rfc822');
      expect(Buffer.from(content, 'latin1').toString()).toBe(enclosed + body);
    }
  });

  it.each([
    ['lines that are too long for SMTP', `${'x'.repeat(999)}\r\n`],
    ['a last line that is too long', 'x'.repeat(999)],
    ['a bare CR', 'one\rtwo\r\n'],
    ['a NUL', 'one\0two\r\n'],
  ])('arrives as it was, as a file, where it has %s', async (_, body) => {
    for (const contentType of ['message/rfc822', 'Message/Global', undefined]) {
      const file = { filename: 'a.eml', content: enclosed + body, ...(contentType !== undefined && { contentType }) };
      const { raw, ...read } = await sent(file);
      expect(read).toEqual({ filename: 'a.eml', mimeType: 'application/octet-stream', content: enclosed + body });
      expect(
        Math.max(
          ...raw
            .toString('latin1')
            .split('\r\n')
            .map(({ length }) => length),
        ),
      ).toBeLessThan(999);
    }
  });
});

describe('a file that calls itself a multipart', () => {
  it.each([
    ['page.mht', 'multipart/related'],
    ['a.bin', 'Multipart/Mixed'],
    ['a.gzip', undefined],
  ])('arrives as it was: %s, %s', async (filename, contentType) => {
    const file = { filename, content: '\x1f\u008bhello', ...(contentType !== undefined && { contentType }) };
    const { raw, ...read } = await sent({ ...file, content: Buffer.from(file.content, 'latin1') });
    expect(raw.toString('latin1')).toContain(filename);
    expect(read).toEqual({ filename, mimeType: 'application/octet-stream', content: file.content });
  });
});
