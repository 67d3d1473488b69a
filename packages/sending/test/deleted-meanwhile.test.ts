import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { BlobMissingError } from '@mailroom/blobs';
import { AttachmentService, AttachmentTextService, EmailService, type Mailbox } from '@mailroom/mail';
import { EmailDeletionService } from '../src/index.js';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
let mailbox: Mailbox;
let emailId: number;
let attachmentId: number;
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
});
beforeEach(async () => {
  jest.restoreAllMocks();
  // It is long enough to lie in the blob store.
  const file = { filename: 'plan.txt', content: Buffer.from('the plan '.repeat(2_000)) };
  const request = requestOf({ to: ['far@far.test'], attachments: [file] });
  emailId = (await sending.submissions.send(sending.principal, mailbox, request)).emailId;
  const [row] = await sending.change('file', 'select id from attachment where email_id = $1', [emailId]);
  attachmentId = Number(row?.['id']);
  // Mail that may still go out can not be deleted.
  await sending.change('done', 'delete from outbound_job where email_id = $1', [emailId]);
});
afterAll(() => sending.close());

const remove = () => sending.part(EmailDeletionService).delete(sending.principal, emailId);

/** The email is deleted once it has been found. */
function deletedWhenFound(): void {
  const find = sending.emails.find.bind(sending.emails);
  jest.spyOn(sending.emails, 'find').mockImplementationOnce(async (...place) => {
    const found = await find(...place);
    await remove();
    return found;
  });
}

const raw = () => sending.part(EmailService).raw(sending.principal, emailId);
const content = () => sending.part(AttachmentService).content(sending.principal, attachmentId);
const text = () =>
  sending.part(AttachmentTextService).page(sending.principal, attachmentId, { offset: 0, maxChars: 100 });
const sentOn = () => {
  const attachments = [{ filename: 'again.txt', attachmentId }];
  return sending.submissions.send(sending.principal, mailbox, requestOf({ to: ['far@far.test'], attachments }));
};

const waysToRead: [string, () => Promise<unknown>][] = [
  ['the message as it came', raw],
  ['the bytes of an attachment', content],
  ['the text of an attachment', text],
  ['an attachment that is sent on', sentOn],
];

describe('mail that is deleted while it is read', () => {
  it.each(waysToRead)('is not there any more: %s', async (_what, read) => {
    deletedWhenFound();
    await expect(read()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not there any more where its row was still found, but not its blob', async () => {
    jest.spyOn(sending.blobs, 'stream').mockImplementationOnce(async () => {
      await remove();
      throw new BlobMissingError('It was removed.');
    });
    await expect(raw()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is read from its new place where it was put into another one meanwhile', async () => {
    const stream = sending.blobs.stream.bind(sending.blobs);
    jest.spyOn(sending.blobs, 'stream').mockImplementationOnce(async (locator) => {
      const [moved] = await sending.blobs.putAll([await buffer(await stream(locator))]);
      await sending.change('move', 'update raw_message set blob = $2 where blob = $1', [locator, moved]);
      throw new BlobMissingError('It was removed.');
    });
    expect((await buffer((await raw()).content)).toString()).toContain('To: far@far.test');
  });
});

describe('mail whose bytes are lost', () => {
  it('is a failure of ours', async () => {
    jest.spyOn(sending.blobs, 'stream').mockRejectedValue(new BlobMissingError('It is lost.'));
    await expect(raw()).rejects.toThrow('It is lost.');
  });
});

describe('mail that was never sealed, since its mailbox was closed', () => {
  it('has no bytes that anyone may read', async () => {
    const change = `update raw_message r set awaits_seal = true from email e where e.raw_id = r.id and e.id = $1`;
    await sending.change('unsealed', change, [emailId]);
    await expect(raw()).rejects.toMatchObject({ code: 'not_found' });
  });
});
