import { generateKeyPairSync } from 'node:crypto';
import { errors, interactionPolicy, Provider, type Configuration } from 'oidc-provider';
import { createTokenText, OAUTH_TOKEN_PREFIX, scopes, type OAuthRecordRepository } from '@mailroom/identity';
import type { McpSettings } from '../mcp-settings.js';
import { isKept, isSecret } from './client-secret.js';
import { OAuthAdapter } from './oauth-adapter.js';
import { errorPage } from './pages.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What a client may ask for, and all that the server says of scopes. */
const offered: readonly string[] = [...scopes, 'offline_access'];

/** The OAuth 2.0 server by which people let clients use a mailbox. Its state is in the database, so any replica serves it. */
export function createOAuthProvider(
  settings: McpSettings,
  records: OAuthRecordRepository,
  cookieKeys: readonly string[],
): Provider {
  const provider = new Provider(settings.issuer, configuration(settings, records, cookieKeys));
  // Its address is the installation's, whatever a request says; `oauth-handler.ts` sees to the headers.
  provider.proxy = true;
  // Our credentials are recognised by their prefix and their checksum, before anything is looked up. The library's own
  // way also settles the format of the token, and so it is gone as well.
  const prototype = provider.AccessToken.prototype as unknown as { generateTokenId(): string };
  const { generateTokenId } = prototype;
  prototype.generateTokenId = function (this: typeof prototype) {
    generateTokenId.call(this);
    return createTokenText(OAUTH_TOKEN_PREFIX);
  };
  // Only a hash of a client's secret is kept (`oauth-adapter.ts`).
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { readonly clientSecret?: string }, given: string): boolean {
      return this.clientSecret !== undefined && isSecret(given, this.clientSecret);
    },
  });
  provider.use(async ({ response }, next) => {
    await next();
    correct(Object(response.body));
  });
  provider.on('server_error', (_context, error) => settings.onError(error));
  return provider;
}

/** Corrects what the library says of itself, and of a client that reads its registration. */
function correct(body: { scopes_supported?: readonly string[]; client_secret?: string }): void {
  // It adds a scope of its own, for being told who somebody is; clients ask for whatever stands there.
  if (body.scopes_supported) body.scopes_supported = offered;
  // It takes what is kept of a secret for the secret, and so would the client.
  if (typeof body.client_secret === 'string' && isKept(body.client_secret)) delete body.client_secret;
}

function configuration(
  settings: McpSettings,
  records: OAuthRecordRepository,
  cookieKeys: readonly string[],
): Configuration {
  return {
    adapter: (kind: string) => new OAuthAdapter(kind, records),
    // Nobody is told who somebody is, so nothing is ever signed with this; the library insists on a key.
    jwks: { keys: [{ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) }] },
    cookies: { keys: [...cookieKeys], short: { path: '/', sameSite: 'lax' }, long: { path: '/', sameSite: 'lax' } },
    clientDefaults: {
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    scopes: [...offered],
    extraParams: { scope: askForWhatIsOffered },
    responseTypes: ['code'],
    pkce: { required: () => true },
    rotateRefreshToken: takesNewOne,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: MINUTE,
      RefreshToken: 30 * DAY,
      Grant: 366 * DAY,
      Interaction: 10 * MINUTE,
      Session: 10 * MINUTE,
    },
    interactions: { url: (_context, { uid }) => `${settings.issuer}/consent/${uid}`, policy: askEveryTime() },
    findAccount: async (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    extraTokenClaims: (context, token) => ({ resources: resourcesAsked(context, token) }),
    renderError: (context, out) => {
      context.type = 'html';
      context.body = errorPage(out.error_description ?? out.error);
    },
    // A stranger's registration can name addresses to read more of it from; none is needed, so nothing is asked for.
    fetch: asksNobody,
    features: {
      devInteractions: { enabled: false },
      // The resources take bearer tokens alone, so none is bound to a key: its client would be refused everywhere.
      dPoP: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: { enabled: true, ...resourceRules(settings) },
    },
  };
}

/**
 * A client that asks for nothing that is offered asks for all of it (RFC 6749 §3.3); the rest of what it asks for is
 * left out, because nobody could consent to it, and the page would ask again and again.
 */
function askForWhatIsOffered(context: unknown, asked: unknown): void {
  const { params } = (context as { readonly oidc: { readonly params: { scope?: string } } }).oidc;
  const known = String(asked ?? '')
    .split(' ')
    .filter((scope) => offered.includes(scope));
  const isAnything = known.some((scope) => scopes.some((one) => one === scope));
  params.scope = (isAnything ? known : [...scopes, ...known]).join(' ');
}

async function asksNobody(): Promise<never> {
  throw new Error('This server asks no other for anything.');
}

/** Whoever is signed in here is not remembered: each consent begins with a token. */
function askEveryTime() {
  const { Check, base } = interactionPolicy;
  const policy = base();
  const check = new Check('sign_in_each_time', 'each consent begins with a token', (context) => {
    return context.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
  });
  policy.get('login')?.checks.add(check);
  return policy;
}

function resourceRules(settings: McpSettings) {
  const known = settings.resources;
  return {
    // A client that asked for several, and now for none in particular, gets one token for all of them.
    defaultResource: async (_context: unknown, _client: unknown, several?: readonly string[]) =>
      several?.[0] ?? settings.endpoint,
    useGrantedResource: async () => true,
    getResourceServerInfo: async (_context: unknown, resource: string) => {
      if (!known.includes(resource)) throw new errors.InvalidTarget();
      const scope = scopes.join(' ');
      return { scope, audience: resource, accessTokenTTL: HOUR, accessTokenFormat: 'opaque' as const };
    },
  };
}

type TokenContext = {
  readonly oidc: {
    readonly params?: { readonly resource?: unknown };
    readonly entities: {
      readonly AuthorizationCode?: { readonly resource?: unknown };
      readonly RefreshToken?: { readonly resource?: unknown };
    };
  };
};

/**
 * A refresh token is good for once. A request that is refused for its resources is refused before it is used up, or its
 * client would have to be consented to again for one slip.
 */
function takesNewOne(context: unknown): true {
  resourcesAsked(context, {});
  return true;
}

/**
 * The resources that an access token is for: those of this request, or else all that were consented to. Of several that a
 * request names the library looks at the first alone, so whether they were consented to is decided here.
 */
function resourcesAsked(context: unknown, { aud }: { aud?: unknown }): unknown[] {
  const { params, entities } = (context as TokenContext).oidc;
  const consented = entities.AuthorizationCode?.resource ?? entities.RefreshToken?.resource ?? aud;
  const granted = [consented].flat();
  const asked = [params?.resource ?? granted].flat();
  if (!asked.every((resource) => granted.includes(resource))) throw new errors.InvalidTarget();
  return asked;
}
