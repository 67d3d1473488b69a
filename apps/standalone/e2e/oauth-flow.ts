import { createHash, randomBytes } from 'node:crypto';
import { FormBrowser, type Consent } from './oauth-browser.js';

export const CALLBACK = 'http://127.0.0.1:39999/callback';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are JSON, and the assertions are their types
export type Json = any;

/** A client that was registered, and the code that it was given. */
export type Flow = { readonly client: Json; readonly code: string; readonly verifier: string };

/** The origin by which an installation calls itself, as clients find it: in the description of the resource. */
export async function originOf(baseUrl: string): Promise<string> {
  const described = await fetch(`${baseUrl}/.well-known/oauth-protected-resource/mcp`);
  return new URL(((await described.json()) as Json).resource).origin;
}

/** The OAuth server and the tool protocol as a client sees them. */
export class OAuthFlow {
  constructor(readonly base: string) {}

  async register(metadata: object = {}) {
    const response = await fetch(`${this.base}/oauth/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', ...metadata }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  async authorize(consent: Consent, changes: Record<string, string | string[]> = {}): Promise<Flow> {
    const { body: client } = await this.register();
    const verifier = randomBytes(32).toString('base64url');
    const url = new URL(`${this.base}/oauth/auth`);
    const parameters = {
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      scope: 'read send',
      resource: `${this.base}/mcp`,
      state: 's',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    };
    for (const [name, value] of Object.entries(parameters))
      for (const one of [value].flat()) url.searchParams.append(name, one);
    const answer = await new FormBrowser().consent(url, consent);
    const said = new URLSearchParams(answer.search + answer.hash.replace('#', '&'));
    return { client, verifier, code: said.get('code') ?? String(said.get('error')) };
  }

  async token(parameters: Record<string, string | string[]>) {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) for (const one of [value].flat()) form.append(name, one);
    const response = await fetch(`${this.base}/oauth/token`, { method: 'POST', body: form });
    return { status: response.status, body: (await response.json()) as Json };
  }

  exchange({ client, code, verifier }: Flow, changes: Record<string, string | string[]> = {}) {
    const form = {
      grant_type: 'authorization_code',
      client_id: client.client_id,
      code,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    };
    return this.token({ ...form, ...changes });
  }

  async callMcp(accessToken: string, name = 'whoami', input = {}) {
    const response = await fetch(`${this.base}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
    });
    const body: Json = await response.json();
    return {
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      answer: body.result?.structuredContent,
    };
  }

  /** A revocation works everywhere within a second. */
  async eventuallyRefused(accessToken: string): Promise<number> {
    const end = Date.now() + 5_000;
    let status = 200;
    while (status === 200 && Date.now() < end) ({ status } = await this.callMcp(accessToken));
    return status;
  }
}
