import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectFirstMcp, type McpClient } from './mcp-client.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let box: Awaited<ReturnType<Mailroom['mailbox']>>;
let client: McpClient;
beforeAll(async () => {
  mailroom = await startMailroom();
  box = await mailroom.mailbox();
  client = await connectFirstMcp(mailroom.baseUrl, box.api.token);
});
afterAll(async () => {
  await client.close();
  await mailroom.close();
});

const bare = (text: string) => text.replace(/<\/?mail-[^>]*>/g, '');

describe('a text that is read in pieces', () => {
  it('comes to its end, whatever its sender hid in the middle of it', async () => {
    const text = `Dear Ada,\n${'\u200b'.repeat(9_000)}the end is 🙂 near.`;
    await mailroom.send({ from: 'eve@example.org', to: box.address, subject: 'In pieces', text });
    const { id: emailId } = await mailroom.received(box.api, 'In pieces');
    const read: string[] = [];
    for (let offset: number | null = 0; offset !== null && read.length < 20;) {
      const piece = await client.call('get_email', { emailId, offset, maxBodyChars: 2_000 });
      expect({ offset: piece.offset, truncated: piece.truncated }).toEqual({
        offset,
        truncated: piece.nextOffset !== null,
      });
      read.push(bare(piece.text));
      offset = piece.nextOffset;
    }
    expect(read.join('').replace(/\s+/g, ' ')).toBe('Dear Ada, the end is 🙂 near.');
    expect(read).toHaveLength(5);
  });

  it('goes on after a character that is larger than what was asked for', async () => {
    await mailroom.send({ from: 'eve@example.org', to: box.address, subject: 'Small', text: '🙂🙂.' });
    const { id: emailId } = await mailroom.received(box.api, 'Small');
    const piece = await client.call('get_email', { emailId, maxBodyChars: 1 });
    expect([bare(piece.text), piece.nextOffset]).toEqual(['🙂', 2]);
    expect((await client.call('get_email', { emailId, maxBodyChars: 0 })).nextOffset).toBe(0);
  });
});

describe('a wait', () => {
  it('in a mailbox that takes no mail any more is told so, and not to wait again', async () => {
    const closed = await mailroom.mailbox();
    const waiting = await connectFirstMcp(mailroom.baseUrl, mailroom.manager.token);
    await mailroom.manager.data('PATCH', `/mailboxes/${closed.id}`, { status: 1 });
    const wait = { accountId: closed.id, timeoutSeconds: 1 };
    expect(await waiting.call('wait_for_email', wait)).toMatchObject({
      error: { type: 'policy_suspended', fix: expect.stringContaining('Do not wait again'), retryable: false },
    });
    await waiting.close();
  });

  it('in one that still does may go on', async () => {
    const nothing = { timedOut: true, email: null };
    expect(await client.call('wait_for_email', { from: 'nobody', timeoutSeconds: 1 })).toEqual(nothing);
  });
});

describe('an error', () => {
  it.each<[string, object, string]>([
    ['send_email', { to: 'ada@example.org' }, 'The field "text" or html is required.'],
    ['reply_to_message', { emailId: 1, text: '' }, 'The field "text" or html is required.'],
    ['renew_task', { emailId: 1 }, 'The field "leaseToken" or owner is required: it says that the task is yours.'],
    ['list_emails', { direction: 'inbox' }, 'The field "direction" must be one of received, sent.'],
  ])('of %s with %j names what the tool takes', async (name, input, message) => {
    expect((await client.call(name, { ...input })).error).toMatchObject({ type: 'invalid_request', message });
  });
});
