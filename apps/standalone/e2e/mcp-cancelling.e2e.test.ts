import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectFirstMcp, type ToolAnswer } from './mcp-client.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { McpSession } from './mcp-session.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const BOTH = 'application/json, text/event-stream';
const EVENTS = 'text/event-stream';

type Form = { readonly accept?: string; readonly _meta?: object };
type Waits = { readonly name: string; readonly input: object };
type Answered = { readonly status: number; readonly text: string };

const claim: Waits = { name: 'claim_next_task', input: { waitSeconds: 20 } };
const wait: Waits = { name: 'wait_for_email', input: { timeoutSeconds: 20 } };

/** A client of one session, whose requests have the ids that a test gives them. */
class Caller {
  constructor(
    readonly token: string,
    readonly sessionId: string,
  ) {}

  static async begin(token: string): Promise<Caller> {
    return new Caller(token, (await McpSession.begin(mailroom.baseUrl, token)).id);
  }

  async post(message: object, accept = BOTH): Promise<Answered> {
    const headers = {
      'content-type': 'application/json',
      accept,
      'x-agent-token': this.token,
      ...(this.sessionId !== '' && { 'mcp-session-id': this.sessionId }),
    };
    const body = JSON.stringify(Array.isArray(message) ? message : { jsonrpc: '2.0', ...message });
    const response = await fetch(`${mailroom.baseUrl}/mcp`, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  }

  /** Begins a call, and returns its answer to come once it waits. */
  async begin(
    id: unknown,
    { name, input }: Waits,
    { accept, ...form }: Form = {},
  ): Promise<{ answer: Promise<Answered> }> {
    const answer = this.post({ id, method: 'tools/call', params: { name, arguments: input, ...form } }, accept);
    // The call waits once the answers to later calls of the same token have come.
    for (let call = 0; call < 3; call++) await this.post({ id: `later ${call}`, ...whoami });
    return { answer };
  }

  async cancel(requestId: unknown): Promise<number> {
    const params = { requestId, reason: 'no longer needed' };
    return (await this.post({ method: 'notifications/cancelled', params })).status;
  }
}

const whoami = { method: 'tools/call', params: { name: 'whoami', arguments: {} } };

async function mail(to: string, subject: string) {
  await mailroom.send({ from: 'a@example.org', to, subject, text: 'for you' });
}

const emailOf = ({ text }: Answered): ToolAnswer => JSON.parse(text).result.structuredContent.email;

describe('a call that waits and is cancelled', () => {
  it.each<[string, Waits, Form, unknown]>([
    ['a claim', claim, {}, 7],
    ['a claim whose id is a text', claim, {}, 'seven \n\u{1f4ee}'],
    ['a claim that asks for progress', claim, { _meta: { progressToken: 1 } }, 7],
    ['a claim that is answered with events', claim, { accept: EVENTS }, 7],
    ['a wait', wait, {}, 0],
    ['a wait that asks for progress', wait, { _meta: { progressToken: 1 } }, 7],
    ['a wait that is answered with events', wait, { accept: EVENTS }, 7],
  ])('ends without an answer, and takes no task: %s', async (_, waits, form, id) => {
    const { api, address } = await mailroom.mailbox();
    const caller = await Caller.begin(api.token);
    const { answer } = await caller.begin(id, waits, form);
    expect(await caller.cancel(id)).toBe(202);
    expect(await answer).toEqual({ status: 200, text: '' });
    expect(await caller.cancel(id)).toBe(202);
    await mail(address, 'for nobody yet');
    const { task } = await mailroom.received(api, 'for nobody yet');
    expect(task).toMatchObject({ status: 'new', attempts: 0 });
  });

  it('is one of a batch: the others are answered', async () => {
    const { api, address } = await mailroom.mailbox();
    const caller = await Caller.begin(api.token);
    const params = { name: claim.name, arguments: claim.input };
    const batch = caller.post([
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { jsonrpc: '2.0', id: 2, ...whoami },
    ]);
    await caller.begin(3, { name: 'whoami', input: {} });
    expect(await caller.cancel(1)).toBe(202);
    const answers = JSON.parse((await batch).text).sort((a: ToolAnswer, b: ToolAnswer) => a.id - b.id);
    expect(answers).toMatchObject([
      { id: 1, error: { message: expect.stringContaining('cancelled') } },
      { id: 2, result: { structuredContent: { mailboxes: [{ address }] } } },
    ]);
    await mail(address, 'for nobody yet');
    const { task } = await mailroom.received(api, 'for nobody yet');
    expect(task).toMatchObject({ status: 'new', attempts: 0 });
  });

  it('is what the official client gives up', async () => {
    const { api, address } = await mailroom.mailbox();
    const client = await connectFirstMcp(mailroom.baseUrl, api.token);
    const given = new AbortController();
    const call = client.raw.callTool({ name: claim.name, arguments: claim.input }, undefined, {
      signal: given.signal,
    });
    const ended = call.then(
      () => 'answered',
      () => 'given up',
    );
    for (let later = 0; later < 3; later++) await client.call('whoami');
    given.abort();
    expect(await ended).toBe('given up');
    // The client tells it without waiting for that.
    for (let later = 0; later < 3; later++) await client.call('whoami');
    await mail(address, 'for nobody yet');
    const { task } = await mailroom.received(api, 'for nobody yet');
    expect(task).toMatchObject({ status: 'new', attempts: 0 });
    await client.close();
  });
});

describe('a call that waits', () => {
  it('is cancelled by nobody but its own session', async () => {
    const { id: mailboxId, api, address } = await mailroom.mailbox();
    const { token: second } = await mailroom.manager.data('POST', `/mailboxes/${mailboxId}/tokens`, {});
    const caller = await Caller.begin(api.token);
    const { answer } = await caller.begin(7, claim);
    const stranger = await mailroom.stranger();
    const others = [
      await Caller.begin(api.token),
      new Caller(api.token, ''),
      ...[second, mailroom.manager.token, stranger.token].map((token) => new Caller(token, caller.sessionId)),
    ];
    for (const other of others) expect(await other.cancel(7)).toBe(202);
    // The ids of JSON-RPC have types.
    expect(await caller.cancel('7')).toBe(202);
    await mail(address, 'for who waits');
    expect(emailOf(await answer)).toMatchObject({ task: { status: 'processing' } });
  });

  it('goes on, whatever else is cancelled, and be it no request at all', async () => {
    const { api, address } = await mailroom.mailbox();
    const caller = await Caller.begin(api.token);
    const { answer } = await caller.begin(7, claim);
    expect(await caller.post({ id: 8, ...whoami })).toMatchObject({ status: 200 });
    const huge = 'x'.repeat(1_000_000);
    const ids = [8, 'unknown', '', '\u0000', '\ud800', huge, 1e300, -1, 7.5, null, undefined, true, {}, { id: 7 }, [7]];
    for (const id of ids) expect([202, 400]).toContain(await caller.cancel(id));
    for (const params of [undefined, null, 7, [7], 'seven'])
      expect([202, 400]).toContain((await caller.post({ method: 'notifications/cancelled', params })).status);
    const many = Array.from({ length: 101 }, () => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'many' },
    }));
    expect((await caller.post(many.slice(0, 100))).status).toBe(202);
    expect((await caller.post(many)).status).toBe(400);
    await mail(address, 'for who waits');
    expect(emailOf(await answer)).toMatchObject({ task: { status: 'processing' } });
  });

  it('may have the id of one that was cancelled before it began, or after it was answered', async () => {
    const { api, address } = await mailroom.mailbox();
    const caller = await Caller.begin(api.token);
    expect(await caller.post({ id: 7, ...whoami })).toMatchObject({ status: 200 });
    expect(await caller.cancel(7)).toBe(202);
    // The cancellation has come wherever it goes once these are answered.
    for (let later = 0; later < 3; later++) await caller.post({ id: `later ${later}`, ...whoami });
    const { answer } = await caller.begin(7, claim);
    await mail(address, 'for who waits');
    expect(emailOf(await answer)).toMatchObject({ task: { status: 'processing' } });
  });

  it('can have an id of any length, but a long one cannot be cancelled', async () => {
    const { api, address } = await mailroom.mailbox();
    const caller = await Caller.begin(api.token);
    const id = 'x'.repeat(100_000);
    const { answer } = await caller.begin(id, claim);
    expect(await caller.cancel(id)).toBe(202);
    await mail(address, 'for who waits');
    expect(emailOf(await answer)).toMatchObject({ task: { status: 'processing' } });
  });
});

it('answers initialize, also to a client that cancels it', async () => {
  const { api } = await mailroom.mailbox();
  const caller = await Caller.begin(api.token);
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const [answer, status] = await Promise.all([caller.post({ id: 1, method: 'initialize', params }), caller.cancel(1)]);
  expect(status).toBe(202);
  expect(JSON.parse(answer.text)).toMatchObject({ id: 1, result: { serverInfo: { name: 'mailroom' } } });
});
