import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Authentication, Mailbox } from '@mailroom/mail';
import { buildEmails } from '@mailroom/testing';
import { DeliveryService } from '../src/index.js';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
let mailbox: Mailbox;
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
});
afterAll(() => sending.close());

const content = {
  plainText: '',
  plainTextSource: 'text' as const,
  html: '',
  references: [],
  headers: null,
  authentication: null,
  extractions: null,
  extractedText: null,
  trust: null,
};

/** Creates a received email with this envelope sender, sent by a machine or not. */
async function received(envelopeSender: string | null, machineSent = false) {
  const [id = 0] = await buildEmails(sending.database, mailbox.id, 1);
  await sending.change(
    'origin',
    `with raw as (insert into raw_message (id, size, envelope_sender) values (gen_random_uuid(), 0, $2) returning id),
       content as (insert into message_content (raw_id, plain_text, html, reference_ids, machine_sent)
         select id, '', '', '{}', $3 from raw)
     update email e set raw_id = raw.id, from_email = 'sender@far.test', message_id = '<m@far.test>' from raw where e.id = $1`,
    [id, envelopeSender, machineSent],
  );
  return sending.email(id);
}

/** Returns who receives a reply, and why, given these headers of the original. */
async function answered(
  from: string,
  replyTo: string[],
  more: { useReplyTo?: boolean; to?: string[]; dmarc?: Authentication['dmarc'] } = {},
) {
  const original = await received('sender@far.test');
  const { dmarc, ...request } = more;
  const authentication = dmarc === undefined ? null : ({ spf: 'none', dkim: 'none', dmarc, arc: 'none' } as const);
  const { emailId } = await sending.submissions.reply(
    sending.principal,
    { ...original, from: { email: from, name: '' }, replyTo: replyTo.map((email) => ({ email, name: '' })) },
    { ...content, authentication },
    mailbox,
    { ...requestOf({ to: request.to ?? [] }), useReplyTo: request.useReplyTo },
  );
  const sent = await sending.email(emailId);
  const deliveries = await sending.part(DeliveryService).deliveries([sent]);
  return [deliveries.get(emailId)?.recipientSource, ...sent.to.map(({ email }) => email)];
}

async function reply(original: Awaited<ReturnType<typeof received>>, to: string[] = []): Promise<string> {
  const { emailId } = await sending.submissions.reply(sending.principal, original, content, mailbox, requestOf({ to }));
  const raw = await sending.rawMessages.read((await sending.email(emailId)).rawId);
  return raw?.content.toString() ?? '';
}

describe('a reply', () => {
  it('to a person goes to the sender, and is nothing automatic', async () => {
    const message = await reply(await received('sender@far.test'));
    expect(message).toContain('To: sender@far.test');
    expect(message).toContain('In-Reply-To: <m@far.test>');
    expect(message).not.toMatch(/^auto-submitted/im);
  });

  it('to mail from the null sender asks to whom it goes, and then says that it answers a machine', async () => {
    const original = await received(null);
    await expect(reply(original)).rejects.toMatchObject({ code: 'invalid_request', fields: [{ field: 'to' }] });
    const message = await reply(original, ['person@far.test']);
    expect(message).toContain('To: person@far.test');
    expect(message).toContain('Auto-Submitted: auto-replied\r\n');
  });

  it('to automatic or list mail is allowed, and says what it answers, so that no machine answers it (RFC 3834)', async () => {
    const message = await reply(await received('sender@far.test', true));
    expect(message).toContain('To: sender@far.test');
    expect(message).toContain('Auto-Submitted: auto-replied\r\n');
  });
});

describe('the thread of a reply', () => {
  it.each([
    ['the references of the original', ['<a@far.test>', '<b@far.test>'], '<a@far.test> <b@far.test> <m@far.test>'],
    ['what the original answered, where it has no references (RFC 5322 §3.6.4)', [], '<first@far.test> <m@far.test>'],
  ])('goes on with %s', async (_, references, expected) => {
    const original = { ...(await received('sender@far.test')), inReplyTo: '<first@far.test>' };
    const answer = await sending.submissions.reply(
      sending.principal,
      original,
      { ...content, references },
      mailbox,
      requestOf({ to: [] }),
    );
    const raw = await sending.rawMessages.read((await sending.email(answer.emailId)).rawId);
    const unfolded = raw?.content.toString().replace(/\r\n(?=[ \t])/g, '');
    expect(unfolded).toContain(`\r\nReferences: ${expected}\r\n`);
  });
});

describe('a reply to all', () => {
  const named = (...emails: string[]) => emails.map((email) => ({ email, name: '' }));

  it('goes to nobody twice, and never back to the mailbox, whatever address of it the mail was for', async () => {
    const original = {
      ...(await received('sender@far.test')),
      recipient: 'anything@a.test',
      to: named('Agent@A.test', 'agent+shop@a.test', 'anything@a.test', 'bob@far.test', 'bob+x@far.test'),
      cc: named('sender@FAR.test', 'bob@FAR.test', 'agent@b.test', 'list+a@far.test'),
    };
    const others = ['bob@far.test', 'bob+x@far.test', 'agent@b.test', 'list+a@far.test'];
    for (const { to, rest } of [
      { to: [], rest: others },
      { to: ['Bob <bob@far.test>'], rest: ['bob+x@far.test', 'sender@far.test', 'agent@b.test', 'list+a@far.test'] },
    ]) {
      const request = { ...requestOf({ to }), replyAll: true };
      const { emailId } = await sending.submissions.reply(sending.principal, original, content, mailbox, request);
      expect((await sending.email(emailId)).cc.map(({ email }) => email)).toEqual(rest);
    }
  });
});

describe('the recipient of a reply', () => {
  const from = 'ann@shop.example.com';

  it('is the sender, and never whom a Reply-To of another organisation names', async () => {
    expect(await answered(from, [])).toEqual(['from', from]);
    expect(await answered(from, ['thief@evil.test'])).toEqual(['from', from]);
    expect(await answered(from, ['help@example.com', 'thief@evil.test'])).toEqual(['from', from]);
  });

  it.each([
    ['ann@shop.co.uk', 'ann@thief.co.uk'],
    ['ann@one.github.io', 'ann@two.github.io'],
    ['ann@example.com', 'ann@example.com.evil.test'],
    ['ann@example.com', 'ann@notexample.com'],
  ])('of %s is not %s, which somebody else registered', async (sender, replyTo) => {
    expect(await answered(sender, [replyTo])).toEqual(['from', sender]);
  });

  it('is the Reply-To of the same organisation', async () => {
    expect(await answered(from, ['help@Example.com'])).toEqual(['replyTo', 'help@example.com']);
    expect(await answered(from, ['a@desk.example.com', 'b@example.com'])).toEqual([
      'replyTo',
      'a@desk.example.com',
      'b@example.com',
    ]);
  });

  it('is any Reply-To where the caller asks for it, and who the caller names before all', async () => {
    expect(await answered(from, ['list@else.test'], { useReplyTo: true })).toEqual(['replyTo', 'list@else.test']);
    expect(await answered(from, [], { useReplyTo: true })).toEqual(['from', from]);
    expect(await answered(from, ['list@else.test'], { to: ['me@x.test'], useReplyTo: true })).toEqual([
      'request',
      'me@x.test',
    ]);
  });

  it.each(['fail', 'permerror'] as const)(
    'must be named where DMARC says %s, whatever header is asked for',
    async (dmarc) => {
      await expect(answered(from, ['help@example.com'], { dmarc })).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(answered(from, ['a@b.test'], { dmarc, useReplyTo: true })).rejects.toMatchObject({
        code: 'invalid_request',
      });
    },
  );
});
