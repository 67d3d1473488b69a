import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Mailbox } from '@mailroom/mail';
import { buildEmails } from '@mailroom/testing';
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
  html: '',
  references: [],
  authentication: null,
  extractions: null,
  extractedText: null,
  trust: null,
};

/** A received email with this envelope sender, from a machine or not. */
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
