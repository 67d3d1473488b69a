import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Principal } from '@mailroom/identity';
import type { Mailbox } from '@mailroom/mail';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

const MIB = 1024 * 1024;

let sending: Sending;
let mailbox: Mailbox;
let attachmentId: number;

const send = (attachments: Parameters<typeof requestOf>[0]['attachments'], principal: Principal = sending.principal) =>
  sending.submissions.send(principal, mailbox, requestOf({ to: ['far@far.test'], attachments }));
const again = () => ({ filename: 'again.txt', attachmentId });

beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
  const attachments = [{ filename: 'plan.txt', content: Buffer.from('the plan') }];
  const { emailId } = await send(attachments);
  const [file] = await sending.change('file', 'select id from attachment where email_id = $1', [emailId]);
  attachmentId = Number(file?.['id']);
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => sending.close());

describe('an attachment that is sent on', () => {
  it('is what it was', async () => {
    const { emailId } = await send([again()]);
    const sent = 'select filename, mime_type as type, size from attachment where email_id = $1';
    expect(await sending.change('sent', sent, [emailId])).toEqual([
      { filename: 'again.txt', type: 'text/plain', size: 8 },
    ]);
  });

  it('is read by whoever sends it, so a token that may only send has none', async () => {
    const read = jest.spyOn(sending.rawMessages, 'read');
    const mayOnlySend: Principal = { ...sending.principal, scopes: ['send'] };
    await expect(send([again()], mayOnlySend)).rejects.toMatchObject({ code: 'insufficient_scope' });
    const file = { filename: 'own.txt', content: Buffer.from('mine') };
    await expect(send([file, again()], mayOnlySend)).rejects.toMatchObject({ code: 'insufficient_scope' });
    expect(read).not.toHaveBeenCalled();
    expect(await send([file], mayOnlySend)).toMatchObject({ replayed: false });
  });

  it('counts with the others before any of them is read', async () => {
    const resize = (bytes: number) =>
      sending.change('resize', 'update attachment set size = $2 where id = $1', [attachmentId, bytes]);
    await resize(9 * MIB);
    const read = jest.spyOn(sending.rawMessages, 'read');
    await expect(send([again(), again(), again()])).rejects.toMatchObject({ code: 'payload_too_large' });
    const file = { filename: 'own.bin', content: Buffer.alloc(17 * MIB) };
    await expect(send([file, again()])).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(read).not.toHaveBeenCalled();
    expect(await send([again(), again()])).toMatchObject({ replayed: false });
    await resize(8);
  });
});
