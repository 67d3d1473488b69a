import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EmailService, DraftService, type Mailbox } from '@mailroom/mail';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

const MIB = 1024 * 1024;
const LARGE = Buffer.from('the plan '.repeat(MIB / 9));
const MOST = 64;

let sending: Sending;
let mailbox: Mailbox;
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
});
afterAll(() => sending.close());

async function sent(content: Buffer): Promise<number> {
  const attachments = [{ filename: 'plan.txt', content }];
  const request = requestOf({ to: ['far@far.test'], attachments });
  return (await sending.submissions.send(sending.principal, mailbox, request)).emailId;
}

it('so many large messages and files of drafts are streamed to one tenant, and more once those are taken', async () => {
  const [large, small] = [await sent(LARGE), await sent(Buffer.from('mine'))];
  const drafts = sending.part(DraftService);
  const written = { to: [], cc: [], bcc: [], subject: 's', text: 't', html: null, inReplyTo: null };
  const { draft } = await drafts.create(sending.principal, mailbox, written);
  const named = { filename: 'plan.txt', mimeType: 'text/plain', disposition: 'attachment', contentId: null } as const;
  const { id } = await drafts.attach(sending.principal, draft.id, { ...named, content: LARGE });
  const raw = (emailId: number) => sending.part(EmailService).raw(sending.principal, emailId);
  const file = () => drafts.attachment(sending.principal, draft.id, id);

  const open: { readonly content: Readable }[] = [];
  for (let count = 0; count < MOST; count += 2) open.push(await raw(large), await file());
  const refused = { code: 'rate_limited', detail: `This token has ${MOST} downloads open already.` };
  await expect(raw(large)).rejects.toMatchObject(refused);
  await expect(file()).rejects.toMatchObject(refused);
  // What is small leaves at once.
  expect((await buffer((await raw(small)).content)).length).toBeGreaterThan(0);

  const [first, second, ...others] = open;
  expect((await buffer(first?.content ?? Readable.from([]))).length).toBeGreaterThan(LARGE.length);
  second?.content.destroy();
  await expect(raw(0)).rejects.toMatchObject({ code: 'not_found' });
  others.push(await raw(large), await file());
  for (const { content } of others) content.destroy();
});
