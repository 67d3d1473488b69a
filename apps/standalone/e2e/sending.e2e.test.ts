import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMailroom, type ApiClient, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let api: ApiClient;
beforeAll(async () => {
  mailroom = await startMailroom();
  ({ api } = await mailroom.mailbox());
});
afterAll(() => mailroom.close());

const mail = { to: ['friend@example.org'], subject: 'hi', text: 'hello' };
const send = (body: object, headers: Record<string, string> = {}) => api.call('POST', '/send', body, headers);

describe('POST /send', () => {
  it('gives a hundred requests of one key the same answer, with the key in it', async () => {
    const headers = { 'idempotency-key': 'key in the header' };
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(mail, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [first] = answers;
    for (const { body } of answers) {
      const { id, messageId, delivery } = body.data;
      expect({ id, messageId }).toEqual({ id: first?.body.data.id, messageId: first?.body.data.messageId });
      expect(delivery.idempotencyKeyEcho).toBe('key in the header');
    }
    const { items } = await api.data('GET', '/emails?type=1');
    expect(items).toHaveLength(1);
  });

  it('knows a key by its text, wherever it stands, and a request by its content, however it is written', async () => {
    const { id } = await api.data('POST', '/send', { ...mail, idempotencyKey: 'k1' });
    const sameInOtherWords = { text: 'hello', subject: 'hi', receiveEmail: ['friend@example.org'] };
    expect((await send(sameInOtherWords, { 'idempotency-key': 'k1' })).body.data.id).toBe(id);
    for (const change of [
      { subject: 'ho' },
      { text: 'other' },
      { to: ['else@example.org'] },
      { bcc: ['x@example.org'] },
    ]) {
      const { status, body } = await send({ ...mail, ...change, idempotencyKey: 'k1' });
      expect([status, body.error.type]).toEqual([409, 'idempotency_conflict']);
    }
  });

  it.each<[string, object, Record<string, string>]>([
    ['two different keys', { idempotencyKey: 'a' }, { 'idempotency-key': 'b' }],
    ['an empty key', { idempotencyKey: '' }, {}],
    ['an empty key in the header', {}, { 'idempotency-key': ' ' }],
    ['a key of 129 characters', { idempotencyKey: 'k'.repeat(129) }, {}],
    ['a line break in the subject', { subject: 'x\r\nBcc: evil@evil.test' }, {}],
    ['an address with a command behind it', { to: ['b@y.test\r\nRCPT TO:<evil@evil.test>'] }, {}],
    ['a name that is an address of its own', { to: ['"a@y" <evil@evil.test>'] }, {}],
    ['two addresses in one', { cc: ['a@x.test, b@x.test'] }, {}],
    ['an angle bracket in an address', { bcc: ['"a>b"@x.test'] }, {}],
    ['a line break in a file name', { attachments: [{ filename: 'a\nX: 1', content: 'eA==' }] }, {}],
    [
      'a parameter in a content type',
      { attachments: [{ filename: 'a', content: 'eA==', contentType: 'a/b; c=d' }] },
      {},
    ],
    ['a line break in a content id', { attachments: [{ filename: 'a', content: 'eA==', contentId: 'a\nX: 1' }] }, {}],
    ['a NUL in the text', { text: 'a\u0000b' }, {}],
  ])('refuses %s, says which field it is, and sends nothing', async (_what, change, headers) => {
    const before = (await api.data('GET', '/emails?type=1&size=50')).items.length;
    const { status, body } = await send({ ...mail, ...change }, headers);
    expect([status, body.error?.type]).toEqual([400, 'invalid_request']);
    expect(body.error.errors.length).toBeGreaterThan(0);
    expect((await api.data('GET', '/emails?type=1&size=50')).items).toHaveLength(before);
  });
});
