import type { IncomingMessage } from 'node:http';
import type { WebSurface } from '@mailroom/identity';
import type { Handler } from '@mailroom/runtime';
import { refuse } from './exchange/answer.js';
import type { Exchange } from './exchange/exchange.js';
import { isOwnPage } from './exchange/own-page.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SessionRoutes } from './sessions/session-routes.js';
import type { WebParts } from './web-parts.js';
import { mayCall, surfaces } from './surface.js';

/** Routes what comes for an interface: its scripts, its session, its calls of the APIs, and for all else its page. */
export class WebHandler {
  readonly #cookies: ReadonlyMap<WebSurface, SessionCookie>;
  readonly #sessions: SessionRoutes;

  constructor(private readonly parts: WebParts) {
    const isSecure = parts.baseUrl.startsWith('https:');
    this.#cookies = new Map(surfaces.map((surface) => [surface, new SessionCookie(surface, isSecure)]));
    this.#sessions = new SessionRoutes(parts, (surface) => this.#cookie(surface));
  }

  of(surface: WebSurface): Handler {
    return (request, response) => {
      const client = this.parts.addresses.of(request);
      this.#route({ surface, request, response, client }).catch((error: unknown) => {
        this.parts.onError(error);
        if (response.headersSent || response.destroyed) return void response.destroy();
        refuse(response, 500, 'internal_error', 'This could not be done because of a fault on our side. Try again.');
      });
    };
  }

  async #route(exchange: Exchange): Promise<void> {
    const { surface, request, response } = exchange;
    const path = (request.url ?? '').slice(surface.length + 1) || '/';
    if (path.startsWith('/call/')) return this.#call(exchange, path.slice('/call'.length));
    if (path === '/session' || path === '/challenge') return this.#sessions.route(exchange, path);
    request.resume();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(response, 405, 'method_not_allowed', 'Pages are read with GET.', { allow: 'GET, HEAD' });
    }
    return this.#page(exchange, path.split('?', 1)[0] ?? '/');
  }

  #page({ surface, request, response }: Exchange, path: string): void {
    const { pages, assets } = this.parts;
    if (path.startsWith('/assets/')) {
      if (assets.answer(request, response, path.slice('/assets/'.length))) return;
      return refuse(response, 404, 'not_found', 'There is no such file. Load the page again.');
    }
    if (surface === 'webmail' && path === '/reader') {
      return pages.answerReader(response, request.url?.endsWith('?images') ?? false);
    }
    return pages.answer(response, surface);
  }

  async #call({ surface, request, response, client }: Exchange, path: string): Promise<void> {
    const cookie = this.#cookie(surface);
    const secret = cookie.secretOf(request);
    const refusal = this.#refusalOf(surface, request, path);
    if (refusal) {
      request.resume();
      return refuse(response, ...refusal);
    }
    const session = await this.parts.sessions.find(surface, secret);
    if (secret === undefined || !session) {
      request.resume();
      return refuse(response, 401, 'signed_out', 'You are not signed in any more. Sign in again.', {
        'set-cookie': cookie.gone,
      });
    }
    const onUnknown = async () => {
      await this.parts.sessions.end(secret);
      return { 'set-cookie': cookie.gone };
    };
    await this.parts.calls.pass(request, response, { path, credential: session.credential, client, onUnknown });
  }

  #refusalOf(surface: WebSurface, request: IncomingMessage, path: string): [number, string, string] | null {
    if (!mayCall(surface, path)) return [404, 'not_found', 'This interface calls nothing at this path.'];
    // A person opens the files of a message by a link, which sends no header; such a call changes nothing.
    const isRead = request.method === 'GET' && request.headers['sec-fetch-site'] !== 'cross-site';
    if (isRead || isOwnPage(request, this.parts.baseUrl)) return null;
    return [403, 'foreign_page', 'Only the pages of this service may ask for this.'];
  }

  #cookie(surface: WebSurface): SessionCookie {
    const cookie = this.#cookies.get(surface);
    if (!cookie) throw new Error(`There is no interface ${surface}.`);
    return cookie;
  }
}
