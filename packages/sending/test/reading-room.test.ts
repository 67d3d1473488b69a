import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AttachmentService, AttachmentTextService, DraftService, readingRoom, type Mailbox } from '@mailroom/mail';
import { DraftSending } from '../src/index.js';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

const MIB = 1024 * 1024;
const FILE = Buffer.from('the plan '.repeat(MIB / 9));

let sending: Sending;
let mailbox: Mailbox;
let attachmentId: number;
let read: jest.SpiedFunction<Sending['rawMessages']['read']>;
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
  const { emailId } = await send([{ filename: 'plan.txt', content: FILE }]);
  const [row] = await sending.change('file', 'select id from attachment where email_id = $1', [emailId]);
  attachmentId = Number(row?.['id']);
});
beforeEach(() => {
  read = jest.spyOn(sending.rawMessages, 'read');
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => sending.close());

const send = (attachments: Parameters<typeof requestOf>[0]['attachments']) =>
  sending.submissions.send(sending.principal, mailbox, requestOf({ to: ['far@far.test'], attachments }));
const download = () => sending.part(AttachmentService).content(sending.principal, attachmentId);

async function sendDraft() {
  const drafts = sending.part(DraftService);
  const written = { to: ['far@far.test'], cc: [], bcc: [], subject: 's', text: 't', html: null, inReplyTo: null };
  const { draft } = await drafts.create(sending.principal, mailbox, written);
  const file = { filename: 'plan.txt', mimeType: 'text/plain', disposition: 'attachment', contentId: null } as const;
  await drafts.attach(sending.principal, draft.id, { ...file, content: FILE });
  return sending.part(DraftSending).send(sending.principal, draft.id, null);
}

/** Takes all the room that the tenant may have; resolves to a function that gives it back. */
const fill = () =>
  new Promise<() => void>((entered) => {
    void readingRoom.run('tnt_a', 72 * MIB, () => new Promise<void>((leave) => entered(leave)));
  });

const ways: [string, () => Promise<unknown>][] = [
  ['an attachment that is downloaded', async () => buffer((await download()).content)],
  [
    'the text of an attachment',
    () => sending.part(AttachmentTextService).page(sending.principal, attachmentId, { offset: 0, maxChars: 10 }),
  ],
  ['an attachment that is sent on', () => send([{ filename: 'again.txt', attachmentId }])],
  ['what is attached to a draft that is sent', sendDraft],
];

describe('large content of stored mail', () => {
  it.each(ways)('is read when there is room for it: %s', async (_what, work) => {
    const leave = await fill();
    const done = work();
    // Mail with content of its own needs none of the room; meanwhile the other has come to where it waits.
    for (let i = 0; i < 10; i++) await send([{ filename: 'own.txt', content: Buffer.from('mine') }]);
    expect(read).not.toHaveBeenCalled();
    leave();
    await done;
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('has its room until whoever downloads it has taken it, or is gone', async () => {
    const open = await Promise.all(Array.from({ length: 20 }, download));
    expect(open.map(({ size }) => size)).toEqual(open.map(() => FILE.length));
    const next = fill();
    const [first, ...others] = open;
    expect(await Promise.race([next, first && buffer(first.content)])).toEqual(FILE);
    for (const { content } of others) content.destroy();
    (await next)();
  });

  it('gives its room to whoever waits for it, once its client has taken nothing for some seconds', async () => {
    const idle = await download();
    const failed = new Promise((fail) => idle.content.once('error', fail));
    (await fill())();
    expect(await failed).toMatchObject({ code: 'unavailable' });
  });
});
