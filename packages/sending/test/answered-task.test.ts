import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Principal } from '@mailroom/identity';
import { buildEmails } from '@mailroom/testing';
import type { ReplyRequest } from '../src/index.js';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
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

it('a reply that completes the task of its email takes the scope of all changes of tasks', async () => {
  const mailbox = await sending.mailbox('agent@a.test');
  const [id = 0] = await buildEmails(sending.database, mailbox.id, 1);
  await sending.change('sender', `update email set from_email = 'friend@example.org' where id = $1`, [id]);
  const original = await sending.email(id);
  const mayOnlySend: Principal = { ...sending.principal, scopes: ['send'] };
  const reply = (request: ReplyRequest) => sending.submissions.reply(mayOnlySend, original, content, mailbox, request);
  const statusOf = async () => (await sending.tasks.findMany([original])).get(id)?.status;
  const completing = { ...requestOf({ to: [] }), completeTask: { principalId: mayOnlySend.id } };
  await expect(reply(completing)).rejects.toMatchObject({ code: 'insufficient_scope' });
  expect(await statusOf()).toBe('new');
  expect(await reply(requestOf({ to: [] }))).toMatchObject({ replayed: false });
  expect(await statusOf()).toBe('new');
});
