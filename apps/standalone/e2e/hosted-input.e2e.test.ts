import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { arrived, MESSAGES, newcomer } from './hosted-fixture.js';
import { startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

/** The fields that an error names. */
const fieldsOf = ({ errors }: Answer['body']): string[] => errors.map(({ field }: { field: string }) => field);
describe('the bodies of sends and replies', () => {
  const good = { to: ['a@mailroom.test'], subject: 'Hi', text: 'Hi.' };
  const wrong: [string, object][] = [
    ['to', { to: undefined }],
    ['to', { to: 'a@mailroom.test' }],
    ['to', { to: [] }],
    ['to.0', { to: ['nobody'] }],
    ['to.0', { to: ['"a@b" <evil@z>, c@d'] }],
    ['to', { to: [7] }],
    ['to', { to: Array.from({ length: 101 }, (_, index) => `a${index}@mailroom.test`) }],
    ['cc', { cc: {} }],
    ['cc.0', { cc: ['x y'] }],
    ['bcc', { bcc: [null] }],
    ['subject', { subject: undefined }],
    ['subject', { subject: 7 }],
    ['subject', { subject: 'a'.repeat(999) }],
    ['text', { text: undefined }],
    ['text', { text: '' }],
    ['text', { text: ['Hi'] }],
    ['html', { html: 1 }],
    ['attachments', { attachments: {} }],
    ['attachments', { attachments: Array.from({ length: 11 }, () => ({ filename: 'a', content: 'aGk=' })) }],
    ['attachments.0.content', { attachments: [{ filename: 'a', content: '%%%' }] }],
    ['attachments.0.filename', { attachments: [{ content: 'aGk=' }] }],
    ['idempotencyKey', { idempotencyKey: 'k'.repeat(129) }],
    ['idempotencyKey', { idempotencyKey: '' }],
    ['from', { from: 'ceo@example.org' }],
    ['accountId', { accountId: 1 }],
  ];
  let ada: Awaited<ReturnType<typeof newcomer>>;
  beforeAll(async () => {
    ada = await newcomer(mailroom);
    await mailroom.send({ from: 'a@example.org', to: ada.address, subject: 'Question', text: 'Which?' });
    await arrived(ada.client, 'Question');
  });

  it.each(wrong)('name the field %s that is wrong in a send: %j', async (field, change) => {
    const { status, body } = await ada.client.call('POST', '/v1/messages/send', { ...good, ...change });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(fieldsOf(body)).toContain(field);
    expect((await ada.client.data('GET', `${MESSAGES}?direction=sent`)).items).toEqual([]);
  });

  it.each(wrong.filter(([field]) => !['to', 'subject'].includes(field)))(
    'name the field %s that is wrong in a reply: %j',
    async (field, change) => {
      const { messageId } = await arrived(ada.client, 'Question');
      const { to: _to, subject: _subject, ...reply } = good;
      const answer = await ada.client.call('POST', `/v1/messages/${messageId}/reply`, { ...reply, ...change });
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect(fieldsOf(answer.body)).toContain(field);
    },
  );

  it('name the header where the key in it is wrong', async () => {
    for (const key of ['', 'k'.repeat(129)]) {
      const { body } = await ada.client.call('POST', '/v1/messages/send', good, { 'idempotency-key': key });
      expect(body).toMatchObject({ error: 'invalid_request', message: expect.stringContaining('header') });
      expect(fieldsOf(body)).toEqual(['Idempotency-Key']);
    }
  });

  it('can not answer what the mailbox sent itself', async () => {
    const sent = await ada.client.data('POST', '/v1/messages/send', { ...good, to: [ada.address] });
    const answer = await ada.client.call('POST', `/v1/messages/${sent.messageId}/reply`, { text: 'Hi.' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'messageId' }] } });
  });

  it('are read up to 36 MiB, and no more', async () => {
    const answer = await ada.client.call('POST', '/v1/messages/send', { ...good, text: 'a'.repeat(37 * 1024 * 1024) });
    expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
  });
});
