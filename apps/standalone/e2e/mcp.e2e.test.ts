import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectFirstMcp, connectMcp, type McpClient } from './mcp-client.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const lines = [
  ['today’s client', connectMcp],
  ['the first line’s client', connectFirstMcp],
] as const;

/** A mailbox and a client that uses it. */
async function connected(connect: (baseUrl: string, token: string) => Promise<McpClient>) {
  const mailbox = await mailroom.mailbox();
  return { ...mailbox, client: await connect(mailroom.baseUrl, mailbox.api.token) };
}

describe.each(lines)('%s', (_name, connect) => {
  it('claims an email, reads it, answers it and is done', async () => {
    const { client, address, api, id } = await connected(connect);
    const sender = await mailroom.mailbox();
    await mailroom.send({
      from: sender.address,
      to: address,
      subject: 'Which gear first?',
      text: 'Which gear do I turn first?',
    });
    const { email } = await client.call('claim_next_task', { waitSeconds: 20 });
    expect(email).toMatchObject({
      accountId: id,
      subject: expect.stringMatching(/^<mail-[0-9a-f]{12} trust="neutral">Which gear first\?<\/mail-[0-9a-f]{12}>$/),
      text: expect.stringContaining('Which gear do I turn first?'),
      task: { status: 'processing', leaseToken: expect.stringMatching(/^lse_/) },
    });
    const { leaseToken } = email.task;
    const { emailId } = email;
    const answer = { emailId, text: 'The small one.', completeTask: true, leaseToken };
    const sent = await client.call('reply_to_message', answer);
    expect(sent).toMatchObject({ threadId: email.threadId, to: [sender.address], idempotencyKey: expect.any(String) });
    expect((await api.data('GET', `/emails/${emailId}`)).task).toMatchObject({ status: 'handled' });
    expect((await mailroom.received(sender.api, 'Re: Which gear first?')).snippet).toContain('The small one.');
    const { items } = await client.call('list_emails', { direction: 'sent' });
    expect(items).toEqual([expect.objectContaining({ emailId: sent.emailId, trust: 'sent' })]);
    await client.close();
  });

  it('waits for a code', async () => {
    const { client, address } = await connected(connect);
    const waiting = client.call('wait_for_email', { has: 'code', timeoutSeconds: 30 });
    // Only mail that comes after the call counts, so the first may come too early.
    const sending = setInterval(() => {
      void mailroom.send({ from: 'login@example.org', to: address, subject: 'Sign in', text: 'Your code is 481516.' });
    }, 300);
    const { timedOut, email } = await waiting.finally(() => clearInterval(sending));
    expect({ timedOut, code: email.verificationCode, codes: email.codes }).toEqual({
      timedOut: false,
      code: '481516',
      codes: ['481516'],
    });
    await client.close();
  });

  it('lists every tool with what goes in, what comes out, and hints', async () => {
    const { client } = await connected(connect);
    const tools = await client.tools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'claim_next_task',
      'complete_task',
      'get_attachment_text',
      'get_email',
      'get_thread',
      'list_emails',
      'list_messages',
      'release_task',
      'renew_task',
      'reply_to_message',
      'search_emails',
      'send_email',
      'wait_for_email',
      'whoami',
    ]);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.stringMatching(/.{60}/),
        inputSchema: { type: 'object', additionalProperties: false },
        outputSchema: { type: 'object', properties: { error: { type: 'object' } } },
        annotations: { readOnlyHint: expect.any(Boolean), destructiveHint: expect.any(Boolean) },
      });
    }
    await client.close();
  });

  it('hears what was wrong and what to do', async () => {
    const { client } = await connected(connect);
    expect(await client.call('get_email', { emailId: 'seven' })).toMatchObject({
      error: { type: 'invalid_request', message: expect.stringContaining('emailId'), retryable: false },
    });
    expect(await client.call('get_email', { emailId: 9_007_199_254_740_991 })).toMatchObject({
      error: { type: 'not_found', retryable: false },
    });
    expect(await client.call('send_email', { to: 'x@example.org', body: 'no such field' })).toMatchObject({
      error: { errors: [{ field: 'body', message: 'is not a field of this tool' }] },
    });
    for (const [change, field] of [
      [{ to: 'nobody' }, 'to'],
      [{ cc: 'nobody' }, 'cc'],
      [{ to: ['nobody'] }, 'to.0'],
    ] as const) {
      const call = { to: 'x@example.org', text: 'x', ...change };
      expect(await client.call('send_email', call)).toMatchObject({ error: { errors: [{ field }] } });
    }
    await expect(client.result('no_such_tool')).rejects.toThrow(/no tool/i);
    await client.close();
  });
});

describe('the tool protocol', () => {
  it('falls back to 2025-06-18 for a version that nobody knows, and speaks the later ones', async () => {
    const { api } = await mailroom.mailbox();
    const initialize = async (protocolVersion: string) => {
      const response = await post(api.token, {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      });
      return response.body.result.protocolVersion;
    };
    expect(await initialize('1999-01-01')).toBe('2025-06-18');
    expect(await initialize('2025-03-26')).toBe('2025-03-26');
    expect(await initialize('2025-11-25')).toBe('2025-11-25');
    const client = await connectMcp(mailroom.baseUrl, api.token);
    expect(client.version).toBe('2026-07-28');
    await client.close();
  });

  it('leads a client without a token to where it gets one', async () => {
    const { status, headers, body } = await post('', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer resource_metadata="http:.*\/\.well-known\/oauth-protected-resource\/mcp"/,
    );
    expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { type: 'missing_token' } } });
  });

  it.each([
    { host: 'evil.example' },
    { host: 'evil.example@localhost' },
    { host: 'localhost/x' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('refuses a request with %j, which a page of another site can make', async (headers) => {
    const { api } = await mailroom.mailbox();
    const { status, body } = await post(api.token, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers);
    expect([status, body.error.data.type]).toEqual([403, 'forbidden_origin']);
  });

  it('answers in JSON or in events, as the client asks', async () => {
    const { api } = await mailroom.mailbox();
    const type = async (accept: string) => {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } };
      return (await post(api.token, call, { accept })).headers.get('content-type');
    };
    expect(await type('application/json, text/event-stream')).toBe('application/json');
    expect(await type('application/json')).toBe('application/json');
    expect(await type('text/event-stream')).toMatch(/^text\/event-stream/);
  });

  it('shows a caller no mailbox of another tenant, and none but its own', async () => {
    const [mine, theirs] = [await mailroom.mailbox(), await mailroom.mailbox()];
    await mailroom.send({ from: 'a@example.org', to: theirs.address, subject: 'private', text: 'secret' });
    const { id: emailId } = await mailroom.received(theirs.api, 'private');
    const stranger = await mailroom.stranger();
    for (const token of [mine.api.token, stranger.token]) {
      const client = await connectMcp(mailroom.baseUrl, token);
      const accountId = theirs.id;
      const tries = [
        ['get_email', { emailId }],
        ['list_emails', { accountId }],
        ['search_emails', { accountId, q: 'secret' }],
        ['claim_next_task', { accountId }],
        ['complete_task', { emailId }],
        ['renew_task', { emailId, owner: 'me' }],
        ['release_task', { emailId }],
        ['reply_to_message', { emailId, text: 'hello' }],
        ['send_email', { accountId, to: 'x@example.org', text: 'hello' }],
        ['wait_for_email', { accountId, timeoutSeconds: 1 }],
      ] as const;
      const types = await Promise.all(tries.map(async ([name, input]) => (await client.call(name, input)).error.type));
      expect(types).toEqual(tries.map(() => 'not_found'));
      await client.close();
    }
  });

  it('asks a manager which mailbox is meant', async () => {
    const { id } = await mailroom.mailbox();
    const client = await connectMcp(mailroom.baseUrl, mailroom.manager.token);
    expect(await client.call('list_emails')).toMatchObject({ error: { type: 'account_required' } });
    expect(await client.call('list_emails', { accountId: id })).toEqual({
      items: [],
      nextCursor: null,
      hasMore: false,
    });
    await client.close();
  });

  it('sends once however often a key is repeated', async () => {
    const { client, address } = await connected(connectMcp);
    const to = (await mailroom.mailbox()).address;
    const call = { to, subject: 'once', text: 'only once', idempotencyKey: 'k-1' };
    const [first, again] = [await client.call('send_email', call), await client.call('send_email', call)];
    expect(again.emailId).toBe(first.emailId);
    expect(await client.call('send_email', { ...call, text: 'changed' })).toMatchObject({
      error: { type: 'idempotency_conflict' },
    });
    expect(await client.call('send_email', { ...call, idempotencyKey: '' })).toMatchObject({
      error: { errors: [{ field: 'idempotencyKey', message: 'must not be empty' }] },
    });
    expect(address).not.toBe(to);
    await client.close();
  });

  it('lets a token without the scope do nothing that needs it', async () => {
    const { id } = await mailroom.mailbox();
    const { token } = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, { scopes: ['read'] });
    const client = await connectMcp(mailroom.baseUrl, token);
    expect(await client.call('send_email', { to: 'x@example.org', text: 'x' })).toMatchObject({
      error: { type: 'insufficient_scope' },
    });
    expect(await client.call('whoami')).toMatchObject({ scopes: ['read'] });
    await client.close();
  });

  it('offers the inbox, an email and a conversation as resources, and prompts', async () => {
    const { client, address, api, id } = await connected(connectMcp);
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'resource', text: 'read me' });
    const { id: emailId, threadId } = await mailroom.received(api, 'resource');
    const { resources } = await client.raw.listResources();
    expect(resources).toEqual([expect.objectContaining({ uri: `mailroom://mailboxes/${id}/inbox` })]);
    for (const uri of [
      `mailroom://mailboxes/${id}/inbox`,
      `mailroom://emails/${emailId}`,
      `mailroom://mailboxes/${id}/threads/${encodeURIComponent(threadId)}`,
    ]) {
      const { contents } = await client.raw.readResource({ uri });
      expect(contents[0].text).toContain('resource</mail-');
    }
    await expect(client.raw.readResource({ uri: 'mailroom://emails/999999999' })).rejects.toThrow(/not found/i);
    const { prompts } = await client.raw.listPrompts();
    expect(prompts.map(({ name }: { name: string }) => name)).toEqual(['work-inbox', 'find-code']);
    const { messages } = await client.raw.getPrompt({ name: 'find-code', arguments: { service: 'GitHub' } });
    expect(messages[0].content.text).toContain('GitHub');
    await client.close();
  });
});

async function post(token: string, body: object, headers: Record<string, string> = {}) {
  const { request } = await import('node:http');
  return new Promise<{ status: number; headers: Headers; body: { result: ToolResult; error: ToolResult } }>(
    (resolve, reject) => {
      const all = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token !== '' && { 'x-agent-token': token }),
        ...headers,
      };
      const sent = request(`${mailroom.baseUrl}/mcp`, { method: 'POST', headers: all }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => {
          const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
          const seen = new Headers(response.headers as Record<string, string>);
          resolve({ status: response.statusCode ?? 0, headers: seen, body: isJson ? JSON.parse(text) : {} });
        });
      });
      sent.once('error', reject);
      sent.end(JSON.stringify(body));
    },
  );
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are JSON, and the assertions are their types
type ToolResult = any;
