import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Handler } from '@mailroom/runtime';
import type { Provider } from 'oidc-provider';
import { ClientAddresses } from '@mailroom/http';
import { OAuthRecordRepository } from '@mailroom/identity';
import { networkOf } from '@mailroom/network';
import { McpSettings } from '../mcp-settings.js';
import { Consent } from './consent.js';
import { cookieKeys } from './cookie-keys.js';
import { fromNetwork } from './registering-network.js';
import { errorPage, pageHeaders } from './pages.js';

export const OAUTH_PATH = '/oauth';
const METADATA = '/.well-known/openid-configuration';

/** The paths at which a client looks for the server's description (RFC 8414 §3.1), and for that of a resource. */
export const SERVER_METADATA_PATHS = ['/.well-known/oauth-authorization-server', METADATA];
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Serves the OAuth server and its pages beside the apps. */
@Injectable()
export class OAuthHandler {
  #provider: Promise<Provider> | undefined;

  constructor(
    private readonly settings: McpSettings,
    private readonly records: OAuthRecordRepository,
    private readonly consent: Consent,
    private readonly addresses: ClientAddresses,
  ) {}

  /** Everything below `/oauth`. */
  readonly server: Handler = (request, response) => {
    void this.#serve(request, response).catch((error: unknown) => this.#fail(error, response));
  };

  /** The server's description, wherever it is looked for. */
  readonly serverMetadata: Handler = (request, response) => {
    request.url = `${OAUTH_PATH}${METADATA}`;
    this.server(request, response);
  };

  /** Says which resource this is and who issues tokens for it (RFC 9728). */
  readonly resourceMetadata: Handler = (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]?.slice(RESOURCE_METADATA_PATH.length) ?? '';
    const { endpoint, resources } = this.settings;
    const resource = path === '' || path === '/' ? endpoint : this.settings.baseUrl + path;
    const isKnown = resources.includes(resource);
    const body = {
      resource,
      authorization_servers: [this.settings.issuer],
      scopes_supported: ['read', 'send'],
      bearer_methods_supported: ['header'],
      resource_name: 'Mailroom',
    };
    answer(response, isKnown ? 200 : 404, isKnown ? body : { error: 'not_found' });
  };

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = await this.#open();
    const path = request.url ?? '/';
    const { protocol, host, pathname } = new URL(this.settings.baseUrl);
    // Whatever the request says of its host, the server's address is the installation's.
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete request.headers['x-forwarded-host'];
    if (path.startsWith(`${OAUTH_PATH}/consent/`)) return this.consent.answer(provider, request, response);
    const originalUrl = `${pathname === '/' ? '' : pathname}${path}`;
    Object.assign(request, { originalUrl });
    request.url = path.slice(OAUTH_PATH.length) || '/';
    const network = networkOf(this.addresses.of(request));
    await fromNetwork(network, () => provider.callback()(request, response));
  }

  #open(): Promise<Provider> {
    this.#provider ??= this.#create().catch((error: unknown) => {
      this.#provider = undefined;
      throw error;
    });
    return this.#provider;
  }

  /** The library is large, so it is loaded when the first client comes. */
  async #create(): Promise<Provider> {
    const { createOAuthProvider } = await import('./oauth-provider.js');
    return createOAuthProvider(this.settings, this.records, await cookieKeys(this.records));
  }

  #fail(error: unknown, response: ServerResponse): void {
    this.settings.onError(error);
    if (response.headersSent) return void response.destroy();
    response.writeHead(503, pageHeaders).end(errorPage('Something went wrong here. Try again in a moment.'));
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
  response.end(JSON.stringify(body));
}
