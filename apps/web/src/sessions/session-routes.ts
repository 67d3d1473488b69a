import type { WebSurface } from '@mailroom/identity';
import { answerJson, refuse } from '../exchange/answer.js';
import { readObject } from '../exchange/json-request.js';
import { isOwnPage } from '../exchange/own-page.js';
import type { ApiAnswer } from '../calls/api-answer.js';
import type { Begun, Proof } from '../sign-in/sign-in.js';
import type { Exchange } from '../exchange/exchange.js';
import type { WebParts } from '../web-parts.js';
import type { SessionCookie } from './session-cookie.js';

/** A text that a person types or a wallet makes. */
const MAX_TEXT = 40_000;

/** Signing in, whether one is, and signing out. */
export class SessionRoutes {
  constructor(
    private readonly parts: WebParts,
    private readonly cookieOf: (surface: WebSurface) => SessionCookie,
  ) {}

  async route(exchange: Exchange, path: string): Promise<void> {
    const { request, response } = exchange;
    if (path === '/session' && request.method === 'GET') return this.#tell(exchange);
    if (!isOwnPage(request, this.parts.baseUrl)) {
      request.resume();
      return refuse(response, 403, 'foreign_page', 'Only the pages of this service may ask for this.');
    }
    if (path === '/session' && request.method === 'DELETE') return this.#end(exchange);
    if (request.method !== 'POST') {
      request.resume();
      return refuse(response, 405, 'method_not_allowed', 'There is nothing to do here with this method.');
    }
    const body = await readObject(request);
    if (!body) return refuse(response, 400, 'invalid_request', 'What was sent is too long, or no JSON object.');
    await (path === '/challenge' ? this.#challenge(exchange, body) : this.#begin(exchange, body));
  }

  async #tell({ surface, request, response }: Exchange): Promise<void> {
    request.resume();
    const session = await this.parts.sessions.find(surface, this.cookieOf(surface).secretOf(request));
    const body = session
      ? { signedIn: true, expiresAt: session.expiresAt, kind: kindOf(session.credential) }
      : { signedIn: false };
    answerJson(response, 200, body);
  }

  async #challenge({ response, client }: Exchange, { address }: Readonly<Record<string, unknown>>): Promise<void> {
    if (!isText(address)) return refuse(response, 400, 'invalid_request', 'The address of the wallet is missing.');
    passOn(response, await this.parts.signIn.challenge(client, address));
  }

  /** A session that the browser had before ends, so that nobody goes on in it. */
  async #begin(exchange: Exchange, body: Readonly<Record<string, unknown>>): Promise<void> {
    const { surface, request, response, client } = exchange;
    if (isMistypedToken(body)) return refuse(response, 401, 'invalid_token', 'This is no token.');
    const proof = await this.#proofOf(exchange, body);
    if (!proof) {
      const message = 'Send a token, an address with its password, or a signed message.';
      return refuse(response, 400, 'invalid_request', message);
    }
    const begun = await this.parts.signIn.begin(surface, client, proof);
    if (!isBegun(begun)) return passOn(response, begun);
    const cookie = this.cookieOf(surface);
    const before = cookie.secretOf(request);
    if (before !== undefined) await this.parts.sessions.end(before);
    const headers = { 'set-cookie': cookie.holding(begun.secret, begun.expiresAt) };
    answerJson(response, 201, { signedIn: true, expiresAt: begun.expiresAt }, headers);
  }

  async #end({ surface, request, response, client }: Exchange): Promise<void> {
    request.resume();
    const cookie = this.cookieOf(surface);
    const secret = cookie.secretOf(request);
    const session = await this.parts.sessions.find(surface, secret);
    if (session && secret !== undefined) {
      await this.parts.sessions.end(secret);
      // What another session of the person still uses must not end with this one.
      if (surface !== 'webmail' || kindOf(session.credential) === 'password') {
        await this.parts.signIn.end(session.credential, client);
      }
    }
    answerJson(response, 200, { signedIn: false }, { 'set-cookie': cookie.gone });
  }

  /** `{ from: 'app' }` takes the sign-in of /app over to /webmail. */
  async #proofOf({ surface, request }: Exchange, body: Readonly<Record<string, unknown>>): Promise<Proof | null> {
    const { token, address, password, message, signature, from } = body;
    if (surface === 'webmail' && from === 'app') {
      const session = await this.parts.sessions.find('app', this.cookieOf('app').secretOf(request));
      return session && { token: session.credential };
    }
    if (isText(token)) return { token };
    if (surface === 'webmail' && isText(address) && isText(password)) return { address, password };
    if (surface === 'app' && isText(message) && isText(signature)) return { message, signature };
    return null;
  }
}

/** Whether a token was sent that holds what no token does, and could not be passed on in a header. */
function isMistypedToken({ token }: Readonly<Record<string, unknown>>): boolean {
  return typeof token === 'string' && token !== '' && (token.length > MAX_TEXT || !/^[\w-]+$/.test(token));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;
}

function isBegun(result: Begun | ApiAnswer): result is Begun {
  return 'secret' in result;
}

/** Tells the page what it can offer: a session of a wallet pays and leases, a password's does not. */
function kindOf(credential: string): 'wallet' | 'password' | 'token' {
  if (credential.startsWith('mrs_')) return 'wallet';
  return credential.startsWith('mrp_') ? 'password' : 'token';
}

function passOn(response: Exchange['response'], { status, body, retryAfter }: ApiAnswer): void {
  answerJson(response, status, body, retryAfter === null ? {} : { 'retry-after': retryAfter });
}
