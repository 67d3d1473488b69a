import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { connectFirstMcp, connectMcp } from './mcp-client.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { McpSession, updatedUris } from './mcp-session.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const inboxOf = (id: number) => `mailroom://mailboxes/${id}/inbox`;

async function mail(to: string, subject: string) {
  await mailroom.send({ from: 'a@example.org', to, subject, text: 'for you' });
}

it('tells the first line’s client what has changed, until it unsubscribes', async () => {
  const { id, address, api } = await mailroom.mailbox();
  const client = await connectFirstMcp(mailroom.baseUrl, api.token);
  const updated = updatedUris(client);
  await client.raw.subscribeResource({ uri: inboxOf(id) });
  await mail(address, 'first');
  await until(() => updated.length > 0);
  const { id: emailId } = await mailroom.received(api, 'first');
  const emailUri = `mailroom://emails/${emailId}`;
  await client.raw.subscribeResource({ uri: emailUri });
  await client.raw.unsubscribeResource({ uri: inboxOf(id) });
  updated.length = 0;
  await mail(address, 'second');
  await mailroom.received(api, 'second');
  // The email itself changes when its task changes, and that comes after all that the second mail could bring.
  await api.data('PUT', `/emails/${emailId}/task`, { status: 'needs_human' });
  await until(() => updated.length > 0);
  expect(new Set(updated)).toEqual(new Set([emailUri]));
  await client.close();
});

it('tells today’s client, for as long as it listens', async () => {
  const { id, address, api } = await mailroom.mailbox();
  const client = await connectMcp(mailroom.baseUrl, api.token);
  const updated = updatedUris(client);
  const listening = await client.raw.listen({ resourceSubscriptions: [inboxOf(id)] });
  await mail(address, 'listened');
  await until(() => updated.length > 0);
  expect(updated).toEqual([inboxOf(id)]);
  await listening.close();
  await client.close();
});

it('tells of a conversation when a mail joins it, and of no other', async () => {
  const { id, address, api } = await mailroom.mailbox();
  await mailroom.send({
    from: 'a@example.org',
    to: address,
    subject: 'one',
    text: 'x',
    messageId: '<one@example.org>',
  });
  const { threadId } = await mailroom.received(api, 'one');
  const session = await McpSession.begin(mailroom.baseUrl, api.token);
  const uri = `mailroom://mailboxes/${id}/threads/${encodeURIComponent(threadId)}`;
  expect(await session.call('resources/subscribe', { uri })).toMatchObject({ result: {} });
  const stream = await session.stream();
  await mail(address, 'another');
  await mailroom.received(api, 'another');
  const inReplyTo = '<one@example.org>';
  await mailroom.send({ from: 'a@example.org', to: address, subject: 'Re: one', text: 'x', inReplyTo });
  await until(() => stream.updated.length > 0);
  // What was told of the first mail may come as late.
  expect([...new Set(stream.updated)]).toEqual([uri]);
  await stream.close();
});

it('tells a client that comes back what it missed', async () => {
  const { id, address, api } = await mailroom.mailbox();
  const quiet = await mailroom.mailbox();
  const manager = await McpSession.begin(mailroom.baseUrl, mailroom.manager.token);
  for (const account of [id, quiet.id]) await manager.call('resources/subscribe', { uri: inboxOf(account) });
  const before = await manager.stream();
  await mail(address, 'seen');
  await until(() => before.updated.length > 0);
  await before.close();
  await mail(address, 'missed');
  await mailroom.received(api, 'missed');
  const after = await manager.stream(before.lastEventId);
  await until(() => after.updated.length > 0);
  expect(new Set(after.updated)).toEqual(new Set([inboxOf(id)]));
  await after.close();
  // Without its last event nothing is known, so all that it follows may have changed.
  const anew = await manager.stream();
  await until(() => anew.updated.length > 1);
  expect(new Set(anew.updated)).toEqual(new Set([inboxOf(id), inboxOf(quiet.id)]));
  await anew.close();
});

it('keeps a session from what belongs to others', async () => {
  const [mine, theirs] = [await mailroom.mailbox(), await mailroom.mailbox()];
  await mail(theirs.address, 'private');
  const { id: emailId } = await mailroom.received(theirs.api, 'private');
  const stranger = await mailroom.stranger();
  for (const token of [mine.api.token, stranger.token]) {
    const session = await McpSession.begin(mailroom.baseUrl, token);
    for (const uri of [
      inboxOf(theirs.id),
      `mailroom://emails/${emailId}`,
      'mailroom://emails/1x',
      'file:///etc/passwd',
    ])
      expect(await session.call('resources/subscribe', { uri })).toMatchObject({
        error: { message: expect.stringContaining('not found') },
      });
  }
  // Who knows another's session id hears nothing on it.
  const session = await McpSession.begin(mailroom.baseUrl, theirs.api.token);
  await session.call('resources/subscribe', { uri: inboxOf(theirs.id) });
  const spy = await new McpSession(mailroom.baseUrl, mine.api.token, session.id).stream();
  const stream = await session.stream();
  stream.updated.length = 0;
  await mail(theirs.address, 'private too');
  await until(() => stream.updated.length > 0);
  expect(spy.updated).toEqual([]);
  await Promise.all([spy.close(), stream.close()]);
});

it('follows nothing without a session, and knows no session that it did not give out', async () => {
  const { id, api } = await mailroom.mailbox();
  const none = new McpSession(mailroom.baseUrl, api.token, '');
  expect(await none.call('resources/subscribe', { uri: inboxOf(id) })).toMatchObject({
    error: { message: expect.stringContaining('Mcp-Session-Id') },
  });
  expect((await none.request('GET')).status).toBe(405);
  const foreign = new McpSession(mailroom.baseUrl, api.token, 'another-servers-session');
  for (const method of ['GET', 'POST', 'DELETE']) expect((await foreign.request(method)).status).toBe(404);
});

it('tells a session that its client has ended nothing more', async () => {
  const { id, api, address } = await mailroom.mailbox();
  const begin = () => McpSession.begin(mailroom.baseUrl, api.token);
  const [ended, witness] = [await begin(), await begin()];
  for (const session of [ended, witness]) await session.call('resources/subscribe', { uri: inboxOf(id) });
  const [told, seen] = [await ended.stream(), await witness.stream()];
  for (const stream of [told, seen]) await until(() => stream.updated.length > 0);
  const before = seen.updated.length;
  expect((await ended.request('DELETE')).status).toBe(200);
  told.updated.length = 0;
  await mail(address, 'after the end');
  await until(() => seen.updated.length > before);
  expect(told.updated).toEqual([]);
  await Promise.all([told.close(), seen.close()]);
});

it('ends the stream of a token that is revoked', async () => {
  const { id } = await mailroom.mailbox();
  const { id: tokenId, token } = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, {});
  const stream = await (await McpSession.begin(mailroom.baseUrl, token)).stream();
  await mailroom.manager.data('DELETE', `/tokens/${tokenId}`);
  await stream.ended;
  expect(stream.updated).toEqual([]);
});

it('lets a session follow a hundred resources and no more', async () => {
  const { id, api } = await mailroom.mailbox();
  const session = await McpSession.begin(mailroom.baseUrl, api.token);
  const threads = Array.from({ length: 100 }, (_, index) => `mailroom://mailboxes/${id}/threads/t${index}`);
  for (const uri of threads) expect(await session.call('resources/subscribe', { uri })).toMatchObject({ result: {} });
  expect(await session.call('resources/subscribe', { uri: inboxOf(id) })).toMatchObject({
    error: { message: expect.stringContaining('as many resources') },
  });
});

it('follows nothing whose name no conversation can have', async () => {
  const { id, api } = await mailroom.mailbox();
  const session = await McpSession.begin(mailroom.baseUrl, api.token);
  const uri = `mailroom://mailboxes/${id}/threads/a%00b`;
  expect(await session.call('resources/subscribe', { uri })).toMatchObject({
    error: { code: -32_602, message: `Resource not found: ${uri}` },
  });
});

it('says in an error what to do about it', async () => {
  const { id } = await mailroom.mailbox();
  const { token } = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, { scopes: ['send'] });
  const session = await McpSession.begin(mailroom.baseUrl, token);
  expect(await session.call('resources/subscribe', { uri: inboxOf(id) })).toMatchObject({
    error: { code: -32_602, data: { error: { type: 'insufficient_scope', retryable: false } } },
  });
});

it('gives no task to a client that has gone away while it waited', async () => {
  const { api, address } = await mailroom.mailbox();
  const session = await McpSession.begin(mailroom.baseUrl, api.token);
  const gone = new AbortController();
  const waiting = (name: string, input: object) =>
    session.request('POST', { method: 'tools/call', params: { name, arguments: input } }, gone.signal);
  const calls = [waiting('claim_next_task', { waitSeconds: 20 }), waiting('wait_for_email', { timeoutSeconds: 60 })];
  const aborted = Promise.allSettled(calls);
  // Both wait once the answers to later calls of the same token have come.
  for (let call = 0; call < 3; call++) await session.call('tools/call', { name: 'whoami', arguments: {} });
  gone.abort();
  expect((await aborted).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await session.call('tools/call', { name: 'whoami', arguments: {} });
  await mail(address, 'for nobody yet');
  const { task } = await mailroom.received(api, 'for nobody yet');
  expect(task).toMatchObject({ status: 'new', attempts: 0 });
});

it('serves a thousand sessions at once', async () => {
  const { id, api, address } = await mailroom.mailbox();
  const sessions = await Promise.all(
    Array.from({ length: 1_000 }, () => McpSession.begin(mailroom.baseUrl, api.token)),
  );
  const answers = await Promise.all(
    sessions.map((session) => session.call('resources/subscribe', { uri: inboxOf(id) })),
  );
  expect(answers.filter((answer) => answer.error)).toEqual([]);
  const streams = await Promise.all(sessions.map((session) => session.stream()));
  for (const stream of streams) stream.updated.length = 0;
  await mail(address, 'for a thousand');
  await until(() => streams.every(({ updated }) => updated.length > 0));
  const whoami = await Promise.all(sessions.map((session) => session.call('tools/call', { name: 'whoami' })));
  expect(whoami.filter(({ result }) => result?.structuredContent.mailboxes?.[0]?.address !== address)).toEqual([]);
  await Promise.all(streams.map((stream) => stream.close()));
}, 90_000);

it('answers HEAD with the head of a stream, which ends', async () => {
  const { api } = await mailroom.mailbox();
  const { id } = await McpSession.begin(mailroom.baseUrl, api.token);
  const headers = { 'x-agent-token': api.token, 'mcp-session-id': id };
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(`${mailroom.baseUrl}/mcp`, { method: 'HEAD', headers, signal });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
});
