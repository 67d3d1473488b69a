import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import type { ApiClient } from './api-client.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { rawGet, rawPost } from './raw-http.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
}, 120_000);
afterAll(() => mailroom.close());

const OWN = { 'x-mailroom-page': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${mailroom.baseUrl}${path}`, { redirect: 'manual', ...init });
}

const signIn = (surface: string, body: object, headers: Record<string, string> = OWN) =>
  ask(`/${surface}/session`, { method: 'POST', headers, body: JSON.stringify(body) });

const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';

async function signedIn(surface = 'webmail', api?: ApiClient) {
  const { token } = api ?? (await mailroom.mailbox()).api;
  const response = await signIn(surface, { token });
  expect(response.status).toBe(201);
  const cookie = cookieOf(response);
  const call = (path: string, init: RequestInit = {}) =>
    ask(`/${surface}/call${path}`, { ...init, headers: { ...OWN, cookie, ...init.headers } });
  return { cookie, call, token };
}

describe('a session', () => {
  it('calls the APIs with a credential that the browser never sees', async () => {
    const { api, address } = await mailroom.mailbox();
    const { call, cookie, token } = await signedIn('webmail', api);
    const { data } = (await (await call('/api/agent/v1/me')).json()) as { data: { mailboxes: { email: string }[] } };
    expect(data.mailboxes[0]?.email).toBe(address);
    expect(cookie).not.toContain(token);
    const told = await (await ask('/webmail/session', { headers: { cookie } })).text();
    expect(told).not.toContain(token);
    expect(JSON.parse(told)).toMatchObject({ signedIn: true, kind: 'token' });
  });

  it('is of no use to whoever has the database', async () => {
    const { cookie, token } = await signedIn();
    const database = new Database({ url: mailroom.databaseUrl, poolSize: 1 });
    const all = statement('test-web-sessions', 'select id_hash || sealed_credential as bytes from web_session');
    const rows = await database.query<{ bytes: Buffer }>(all, []);
    await database.close();
    const stored = rows.map(({ bytes }) => Buffer.from(bytes).toString('latin1'));
    const secret = cookie.split('=')[1] ?? '';
    expect(stored.length).toBeGreaterThan(0);
    for (const text of stored) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret, 'base64url').toString('latin1'));
    }
  });

  it('belongs to one interface, and ends when its person signs out', async () => {
    const { cookie, call } = await signedIn('app');
    const elsewhere = cookie.replace('mailroom-app', 'mailroom-webmail');
    expect((await ask('/webmail/call/api/agent/v1/me', { headers: { ...OWN, cookie: elsewhere } })).status).toBe(401);
    expect((await ask('/app/session', { method: 'DELETE', headers: { ...OWN, cookie } })).status).toBe(200);
    expect((await call('/api/agent/v1/me')).status).toBe(401);
  });

  it('ends when its token is revoked', async () => {
    const { api } = await mailroom.mailbox();
    const { call } = await signedIn('webmail', api);
    const { principal } = await api.data('GET', '/me');
    await api.data('DELETE', `/tokens/${principal.tokenId}`);
    const refused = await call('/api/agent/v1/me');
    // Another process may still remember the token for a moment.
    const last = refused.status === 401 ? refused : await laterRefusal(call);
    expect(last.headers.get('set-cookie')).toMatch(/Max-Age=0/);
    expect(await (await call('/api/agent/v1/me')).json()).toMatchObject({ error: 'signed_out' });
  });

  it('lies in a cookie that neither a script nor a page of others can use', async () => {
    const { token } = (await mailroom.mailbox()).api;
    const cookie = (await signIn('webmail', { token })).headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^mailroom-webmail=[\w-]{43}; Max-Age=43\d{3}; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('is new at each sign-in, which ends the one before', async () => {
    const first = await signedIn();
    const again = await signIn('webmail', { token: first.token }, { ...OWN, cookie: first.cookie });
    expect(cookieOf(again)).not.toBe(first.cookie);
    expect((await first.call('/api/agent/v1/me')).status).toBe(401);
  });

  it('is not one that somebody planted', async () => {
    const planted = `mailroom-webmail=${'A'.repeat(43)}`;
    const { token } = (await mailroom.mailbox()).api;
    const response = await signIn('webmail', { token }, { ...OWN, cookie: planted });
    expect(cookieOf(response)).not.toBe(planted);
    expect((await ask('/webmail/call/api/agent/v1/me', { headers: { ...OWN, cookie: planted } })).status).toBe(401);
  });
});

async function laterRefusal(call: (path: string) => Promise<Response>): Promise<Response> {
  const end = Date.now() + 5_000;
  for (;;) {
    const response = await call('/api/agent/v1/me');
    if (response.status === 401 || Date.now() > end) return response;
  }
}

describe('pages of others', () => {
  it.each([
    ['without the header of our pages', { 'x-mailroom-page': '' }, true],
    ['of another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['of a neighbour', { 'sec-fetch-site': 'same-site' }, false],
    [
      'of another origin, in a browser that says only that',
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
      true,
    ],
  ])('can neither sign in nor change anything %s', async (_name, replaced, dropsEmpty) => {
    const { token } = (await mailroom.mailbox()).api;
    const { cookie } = await signedIn();
    const merged = Object.entries({ ...OWN, ...replaced }).filter(([, value]) => !dropsEmpty || value !== '');
    const headers = Object.fromEntries(merged) as Record<string, string>;
    expect((await signIn('webmail', { token }, headers)).status).toBe(403);
    const send = await ask('/webmail/call/api/agent/v1/send', {
      method: 'POST',
      headers: { ...headers, cookie },
      body: '{}',
    });
    expect(await send.json()).toMatchObject({ error: 'foreign_page' });
    expect((await ask('/webmail/session', { method: 'DELETE', headers: { ...headers, cookie } })).status).toBe(403);
  });
});

describe('a call', () => {
  it.each([
    '/v1/billing/account',
    '/mcp',
    '/admin/api/tenants',
    '/api/agent/v1/../../../metrics',
    '/api/agent/v1/%2e%2e/%2e%2e/%2e%2e/metrics',
    '/api/agent/v1//evil.example/',
    '/api/agent/v1/..%2f..%2fmcp',
    '//evil.example/api/agent/v1/me',
  ])('goes nowhere but to the APIs of its interface, not to %s', async (path) => {
    const { cookie } = await signedIn();

    expect(await rawGet(mailroom.baseUrl, `/webmail/call${path}`, { ...OWN, cookie })).toBe(404);
  });

  it('gives a file of a message as a file, whatever it claims to be', async () => {
    const { api, address } = await mailroom.mailbox();
    const { call } = await signedIn('webmail', api);
    const attachments = [{ filename: 'page.html', content: '<script>alert(1)</script>', contentType: 'text/html' }];
    await mailroom.send({ from: 'a@remote.test', to: address, subject: 'file', text: 'see', attachments });
    const { id } = await mailroom.received(api, 'file');
    const { items } = await api.data('GET', `/attachments?emailId=${id}`);
    const response = await call(`/api/agent/v1/attachments/${items[0].id}/content`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toMatch(/sandbox/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('takes all of a body that is refused before it was read, so that a browser comes to the answer', async () => {
    const { api } = await mailroom.mailbox();
    const { cookie } = await signedIn('webmail', api);
    const draft = await api.data('POST', '/drafts', { subject: 'a film' });
    const url = `${mailroom.baseUrl}/webmail/call/api/agent/v1/drafts/${draft.id}/attachments`;
    const body = Buffer.alloc(40 * 1024 * 1024, 'A');
    expect(await rawPost(url, { ...OWN, cookie }, body)).toBe(413);
  });

  it('passes events on as they come', async () => {
    const { api, address } = await mailroom.mailbox();
    const { call } = await signedIn('webmail', api);
    const stop = new AbortController();
    const { body } = await call('/api/agent/v1/events', { signal: stop.signal });
    await mailroom.send({ from: 'a@remote.test', to: address, subject: 'live', text: 'see' });
    let text = '';
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString();
      if (text.includes('event: email.received')) break;
    }
    stop.abort();
    expect(text).toContain('event: email.received');
  });

  it('does not let a person say who they are to the limits per client', async () => {
    const { call } = await signedIn();
    const response = await call('/api/agent/v1/me', { headers: { 'x-mailroom-hop': `${'0'.repeat(32)} 192.0.2.1` } });
    expect(response.status).toBe(200);
  });
});

describe('signing in', () => {
  it('passes on what the API says of a wrong token, and begins nothing', async () => {
    const response = await signIn('webmail', { token: 'mrt_wrong' });
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('takes the operator with the token of the operator alone', async () => {
    expect((await signIn('admin', { token: mailroom.manager.token })).status).toBeGreaterThanOrEqual(401);
    const response = await signIn('admin', { token: mailroom.operatorToken });
    expect(response.status).toBe(201);
    const headers = { ...OWN, cookie: cookieOf(response) };
    expect((await ask('/admin/call/admin/api/tenants', { headers })).status).toBe(200);
  });

  it.each([['{'], ['[]'], ['{}'], [JSON.stringify({ token: 7 })], [JSON.stringify({ token: 'x'.repeat(100_000) })]])(
    'refuses %.20s in plain words',
    async (body) => {
      const response = await ask('/webmail/session', { method: 'POST', headers: OWN, body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'invalid_request' });
    },
  );
});

describe('a page', () => {
  it.each(['/app', '/app/', '/webmail/messages/7', '/admin/tenants?q=x'])(
    'is served at %s under a strict policy',
    async (path) => {
      const response = await ask(path, { headers: { accept: 'text/html' } });
      expect(response.status).toBe(200);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      const page = await response.text();
      const nonce = /nonce-([\w-]+)/.exec(policy)?.[1];
      expect(page).toContain(`nonce="${nonce}"`);
      expect(page).toContain(`<base href="/${path.split('/')[1]?.split('?')[0]}/" />`);
    },
  );

  it('keeps its scripts for ever, compressed', async () => {
    const page = await (await ask('/webmail/')).text();
    const [, script] = /src="\.(\/assets\/[^"]+)"/.exec(page) ?? [];
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await ask(`/webmail${script}`, { headers: { 'accept-encoding': encoding } });
      expect(response.headers.get('cache-control')).toMatch(/immutable/);
      expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(await response.text()).toContain('import');
    }
    expect((await ask('/webmail/assets/../../../../etc/passwd')).status).not.toBe(500);
    expect((await ask('/webmail/assets/missing.js')).status).toBe(404);
  });

  it('lets images of others into a message only where that was asked for', async () => {
    const policyOf = async (path: string) => (await ask(path)).headers.get('content-security-policy') ?? '';
    expect(await policyOf('/webmail/reader')).toMatch(/^sandbox allow-scripts allow-popups.*img-src data:;/);
    expect(await policyOf('/webmail/reader?images')).toMatch(/img-src data: https: http:;/);
    expect(await policyOf('/app/reader')).not.toMatch(/sandbox/);
  });

  it('is read, and not written to', async () => {
    expect((await ask('/app/tasks', { method: 'POST', headers: OWN, body: '{}' })).status).toBe(405);
  });
});
