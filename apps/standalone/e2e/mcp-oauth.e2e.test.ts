import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, DpopSession, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Database, statement } from '@mailroom/database';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { FormBrowser } from './oauth-browser.js';
import { CALLBACK, OAuthFlow, originOf, type Json } from './oauth-flow.js';

const clientsOfADay = statement('clients-of-a-day', `select payload from oauth_record where kind = 'Client'`);

let mailroom: Mailroom;
/** The address that the installation calls itself by. */
let base: string;
let flows: OAuthFlow;
beforeAll(async () => {
  mailroom = await startMailroom();
  base = await originOf(mailroom.baseUrl);
  flows = new OAuthFlow(base);
});
afterAll(() => mailroom.close());

/** What a client of the SDK keeps of its sign-in. */
function keeper() {
  const kept: Json = {};
  const provider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'A <b>client</b>',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'st4te',
    clientInformation: () => kept.client,
    saveClientInformation: (client: Json) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: Json) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (kept.url = url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
  };
  return { kept, provider: provider as never };
}

/** A key that a client holds, and wants its tokens bound to where that is offered (RFC 9449). */
const key = DpopSession.create();

const lines = [
  [
    'today’s client that has a key for its tokens',
    (provider: never) => {
      const authProvider = { ...(provider as object), dpop: () => key } as never;
      return new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider });
    },
    () => new Client({ name: 'c', version: '1' }),
    (said: URLSearchParams): unknown => said,
  ],
  [
    'today’s client',
    (provider: never) => new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider: provider }),
    () => new Client({ name: 'c', version: '1' }),
    (said: URLSearchParams): unknown => said,
  ],
  [
    'the first line’s client',
    (provider: never) => new FirstTransport(new URL(`${base}/mcp`), { authProvider: provider }),
    () => new FirstClient({ name: 'c', version: '1' }),
    (said: URLSearchParams): unknown => said.get('code'),
  ],
] as const;

describe.each(lines)('%s', (_name, transportOf, clientOf, finish) => {
  it('is given nothing but the address, and works a mailbox after its owner has consented', async () => {
    const { api, address } = await mailroom.mailbox();
    const { kept, provider } = keeper();
    const transport: Json = transportOf(provider);
    await expect(clientOf().connect(transport)).rejects.toThrow(/unauthorized/i);
    const browser = new FormBrowser();
    const answer = await browser.consent(kept.url, { token: api.token });
    expect(answer.href).toMatch(/^http:\/\/127\.0\.0\.1:39999\/callback\?.*state=st4te/);
    expect(browser.pages[0]?.html).toContain('A &lt;b&gt;client&lt;/b&gt;');
    await transport.finishAuth(finish(answer.searchParams));
    const client: Json = clientOf();
    await client.connect(transportOf(provider));
    const { structuredContent } = await client.callTool({ name: 'whoami', arguments: {} });
    expect(structuredContent).toMatchObject({ type: 'mailbox', mailboxes: [{ address }], scopes: ['read', 'send'] });
    expect(kept.tokens).toMatchObject({
      access_token: expect.stringMatching(/^mra_/),
      refresh_token: expect.any(String),
    });
    await client.close();
  });
});

describe('what an attacker tries', () => {
  it('a code is worth nothing without its verifier, and nothing twice: then all that came of it ends', async () => {
    const { api } = await mailroom.mailbox();
    const flow = await flows.authorize({ token: api.token });
    expect((await flows.exchange(flow, { code_verifier: 'x'.repeat(43) })).body.error).toBe('invalid_grant');
    const again = await flows.authorize({ token: api.token });
    const { body } = await flows.exchange(again);
    expect((await flows.callMcp(body.access_token)).status).toBe(200);
    expect((await flows.exchange(again)).body.error).toBe('invalid_grant');
    await expect(flows.eventuallyRefused(body.access_token)).resolves.toBe(401);
  });

  it('of twenty who present one code, one gets a token', async () => {
    const { api } = await mailroom.mailbox();
    const flow = await flows.authorize({ token: api.token });
    const answers = await Promise.all(Array.from({ length: 20 }, () => flows.exchange(flow)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('a refresh token works once; used again, it ends the whole family', async () => {
    const { api } = await mailroom.mailbox();
    const flow = await flows.authorize({ token: api.token });
    const { body: first } = await flows.exchange(flow);
    const refresh = (text: string) =>
      flows.token({ grant_type: 'refresh_token', client_id: flow.client.client_id, refresh_token: text });
    const { status, body: second } = await refresh(first.refresh_token);
    expect([status, second.refresh_token === first.refresh_token]).toEqual([200, false]);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(second.refresh_token)).body.error).toBe('invalid_grant');
    await expect(flows.eventuallyRefused(second.access_token)).resolves.toBe(401);
  });

  it('revoked is revoked', async () => {
    const { api } = await mailroom.mailbox();
    const flow = await flows.authorize({ token: api.token });
    const { body } = await flows.exchange(flow);
    const form = new URLSearchParams({ client_id: flow.client.client_id, token: body.access_token });
    expect((await fetch(`${base}/oauth/token/revocation`, { method: 'POST', body: form })).status).toBe(200);
    await expect(flows.eventuallyRefused(body.access_token)).resolves.toBe(401);
  });

  it('a tampered token is refused with the way to a good one', async () => {
    const { api } = await mailroom.mailbox();
    const { body } = await flows.exchange(await flows.authorize({ token: api.token }));
    const { status, challenge } = await flows.callMcp(`${body.access_token.slice(0, -3)}abc`);
    expect([status, challenge]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
  });

  it.each([
    ['http:// to another machine', { redirect_uris: ['http://evil.example/callback'] }],
    [
      'http:// to another machine as a web client',
      { redirect_uris: ['http://evil.example/cb'], application_type: 'web' },
    ],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['a fragment', { redirect_uris: ['https://evil.example/#x'] }],
    ['nothing', { redirect_uris: [] }],
    ['a host behind the name of another one', { redirect_uris: ['https://claude.example@evil.example/cb'] }],
    ['a name too long', { redirect_uris: [`https://evil.example/${'x'.repeat(3_000)}`] }],
  ])('a client that takes codes to %s is not registered', async (_what, metadata) => {
    expect((await flows.register(metadata)).status).toBe(400);
  });

  it('a client that wants a secret gets one, of which only a hash is kept', async () => {
    const { api } = await mailroom.mailbox();
    const { body: client } = await flows.register({ token_endpoint_auth_method: 'client_secret_post' });
    const secret: string = client.client_secret;
    const flow = { ...(await flows.authorize({ token: api.token }, { client_id: client.client_id })), client };
    expect((await flows.exchange(flow, { client_secret: `${secret.slice(0, -1)}~` })).status).toBe(401);
    expect((await flows.exchange(flow, { client_secret: secret })).body.access_token).toMatch(/^mra_/);
    const database = new Database({ url: mailroom.databaseUrl, poolSize: 1 });
    const clients = await database.query<{ payload: Json }>(clientsOfADay).finally(() => database.close());
    const kept = clients.map(({ payload }) => JSON.stringify(payload));
    expect(kept.filter((payload) => payload.includes(client.client_id))).toEqual([
      expect.stringContaining('"client_secret":"sha256:'),
    ]);
    expect(kept.filter((payload) => payload.includes(secret))).toEqual([]);
  });

  it('a client that reads its registration is not told the hash for its secret', async () => {
    const { body: client } = await flows.register({ token_endpoint_auth_method: 'client_secret_post' });
    const headers = { authorization: `Bearer ${client.registration_access_token}` };
    const read: Json = await (await fetch(client.registration_client_uri, { headers })).json();
    expect(read).toMatchObject({ client_id: client.client_id, redirect_uris: [CALLBACK] });
    expect(read.client_secret).toBeUndefined();
  });

  it.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['with PKCE in plain text', { code_challenge_method: 'plain' }],
    ['for a resource that is not ours', { resource: 'https://evil.example/mcp' }],
    ['with a redirect that was not registered', { redirect_uri: 'http://127.0.0.1:39999/other' }],
    ['for a token instead of a code', { response_type: 'token' }],
  ])('nobody consents %s', async (_what, changes) => {
    const { api } = await mailroom.mailbox();
    const outcome = await flows.authorize({ token: api.token }, changes).then(
      ({ code }) => code,
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/invalid|unsupported|did not work/i);
  });

  it('a client that registers makes the server call nobody', async () => {
    let calls = 0;
    const other = createServer((socket) => {
      calls += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const sector_identifier_uri = `https://127.0.0.1:${port}/redirects.json`;
    const { status, body } = await flows.register({ sector_identifier_uri });
    await new Promise((resolve) => other.close(resolve));
    expect({ status, error: body.error, calls }).toEqual({ status: 400, error: 'invalid_client_metadata', calls: 0 });
  });

  it.each([
    ['a NUL', 'a\0b'],
    ['half of a character', 'a\ud800b'],
  ])('%s in what a client calls itself is its own mistake', async (_what, client_name) => {
    expect(await flows.register({ client_name })).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('a NUL in what a client asks for is its own mistake', async () => {
    const { api } = await mailroom.mailbox();
    expect((await flows.authorize({ token: api.token }, { ui_locales: 'a\0b' })).code).toBe('invalid_request');
    expect((await flows.authorize({ token: api.token }, { state: 'a\0b' })).code).toBe('invalid_request');
  });

  it('a page asks no browser to run, load or frame anything, and says who asks for what', async () => {
    const { api } = await mailroom.mailbox();
    const { body: client } = await flows.register({ client_name: '"><script>alert(1)</script>' });
    const browser = new FormBrowser();
    const url = `${base}/oauth/auth?${new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      scope: 'read',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })}`;
    await browser.consent(url, { token: api.token });
    const [page] = browser.pages;
    expect(page?.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(page?.headers.get('cache-control')).toBe('no-store');
    expect(page?.html).not.toMatch(/<script/);
    expect(page?.html).toMatch(/>Allow<\/button>.*>Deny<\/button>/s);
    expect(page?.html).toContain('read its mail');
    expect(page?.html).not.toContain('send mail');
  });
});
