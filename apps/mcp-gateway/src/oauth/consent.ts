import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Provider } from 'oidc-provider';
import { visibleText } from '@mailroom/agent-tools';
import { MAX_MAILBOXES } from '@mailroom/agent-view';
import { DomainError } from '@mailroom/errors';
import {
  CredentialAuthenticator,
  OAuthGrantRepository,
  OAuthRecordRepository,
  tokenIdOf,
  type Principal,
  type Scope,
  scopes as knownScopes,
} from '@mailroom/identity';
import { MailboxAccess, MailboxService, type Mailbox } from '@mailroom/mail';
import { McpSettings } from '../mcp-settings.js';
import { readForm } from './form-body.js';
import { consentPage, errorPage, pageHeaders, type ConsentPage } from './pages.js';

/** A client that somebody lets in is kept for as long as its consent can last. */
const CLIENT_SECONDS = 366 * 24 * 60 * 60;
const NEWEST = { cursor: undefined, oldestFirst: false };
/** A longer name would push what matters out of sight. */
const NAME_CHARS = 80;

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
type Asked = { readonly clientId: string; readonly scopes: readonly Scope[]; readonly resources: readonly string[] };
/** Who consents, and with which token. */
type SignedIn = { readonly text: string; readonly principal: Principal; readonly tokenId: number };
type Answered =
  | { readonly status: number; readonly page: ConsentPage }
  | {
      readonly login: { readonly accountId: string; readonly remember: false };
      readonly consent: { readonly grantId: string };
    };

/** The page on which a person says which mailbox a client may use, or that it may use none. */
@Injectable()
export class Consent {
  constructor(
    private readonly settings: McpSettings,
    private readonly credentials: CredentialAuthenticator,
    private readonly records: OAuthRecordRepository,
    private readonly grants: OAuthGrantRepository,
    private readonly mailboxes: MailboxService,
    private readonly access: MailboxAccess,
  ) {}

  async answer(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const interaction = await provider.interactionDetails(request, response).catch(() => null);
    if (!interaction)
      return show(response, 400, errorPage('This sign-in is over, or it was begun in another browser.'));
    const asked = askedOf(interaction, this.settings);
    const client = await provider.Client.find(asked.clientId);
    const page: ConsentPage = {
      clientName: nameOf(client?.clientName),
      redirectTo: placeOf(interaction.params.redirect_uri),
      scopes: asked.scopes,
      resources: asked.resources,
    };
    if (request.method !== 'POST') return show(response, 200, consentPage(page));
    const form = await readForm(request);
    if (form.get('answer') === 'deny') return deny(provider, request, response);
    const outcome = await this.#consent(provider, form, asked, page);
    if ('page' in outcome) return show(response, outcome.status, consentPage(outcome.page));
    const { login, consent } = outcome;
    await provider.interactionFinished(request, response, { login, consent }, { mergeWithLastSubmission: false });
  }

  async #consent(provider: Provider, form: URLSearchParams, asked: Asked, page: ConsentPage): Promise<Answered> {
    const signedIn = await this.#signIn(form);
    if ('problem' in signedIn) return { status: 401, page: { ...page, problem: signedIn.problem } };
    const mailbox = await this.#mailbox(signedIn.principal, form);
    if (!mailbox) return this.#choice(signedIn, page, addressIn(form));
    const scopes = asked.scopes.filter((scope) => signedIn.principal.scopes.includes(scope));
    if (scopes.length === 0) return { status: 403, page: { ...page, problem: 'This token may do none of that.' } };
    const accountId = `mailbox:${mailbox.id}`;
    const grant = new provider.Grant({ accountId, clientId: asked.clientId });
    // What was asked for and is not given has to be refused by name, or it would be asked for again.
    const refused = asked.scopes.filter((scope) => !scopes.includes(scope)).join(' ');
    grant.addOIDCScope([...scopes, 'offline_access'].join(' '));
    if (refused !== '') grant.rejectOIDCScope(refused);
    for (const resource of asked.resources) {
      grant.addResourceScope(resource, scopes.join(' '));
      if (refused !== '') grant.rejectResourceScope(resource, refused);
    }
    const grantId = await grant.save();
    const { tokenId, principal } = signedIn;
    const { tenantId } = principal;
    await this.grants.insert({ id: grantId, tenantId, mailboxId: mailbox.id, tokenId, clientName: page.clientName });
    await this.records.keepClient(asked.clientId, CLIENT_SECONDS);
    return { login: { accountId, remember: false }, consent: { grantId } };
  }

  async #signIn(form: URLSearchParams): Promise<SignedIn | { readonly problem: string }> {
    const text = (form.get('token') ?? '').trim();
    try {
      const principal = await this.credentials.authenticate(text);
      const tokenId = tokenIdOf(principal.id);
      return tokenId === null
        ? { problem: 'Use the token of a mailbox or of a manager.' }
        : { text, principal, tokenId };
    } catch (error) {
      if (error instanceof DomainError && error.code !== 'unavailable') return { problem: error.detail };
      throw error;
    }
  }

  /** The token's own mailbox, or the one that a manager has named or chosen; null if it is still to be chosen. */
  async #mailbox(principal: Principal, form: URLSearchParams): Promise<Mailbox | null> {
    if (principal.mailboxId !== null) return this.access.require(principal, principal.mailboxId);
    const email = addressIn(form);
    if (email !== '') return this.#named(principal, email);
    const chosen = form.get('accountId') ?? '';
    return /^\d{1,15}$/.test(chosen) ? this.access.visible(principal, Number(chosen)) : null;
  }

  async #named(principal: Principal, email: string): Promise<Mailbox | null> {
    try {
      const [found] = await this.mailboxes.list(principal, { ...NEWEST, email, limit: 1 });
      return found ?? null;
    } catch (error) {
      // What is no address is nobody's.
      if (error instanceof DomainError && error.code === 'invalid_request') return null;
      throw error;
    }
  }

  /** Asks which of a manager's mailboxes is meant; those that are not among the newest are named by their `address`. */
  async #choice({ principal, text: token }: SignedIn, page: ConsentPage, address: string): Promise<Answered> {
    const found = await this.mailboxes.list(principal, { ...NEWEST, limit: MAX_MAILBOXES + 1 });
    if (found.length === 0)
      return { status: 403, page: { ...page, problem: 'This token has no mailbox yet: create one, and come back.' } };
    const hasMore = found.length > MAX_MAILBOXES;
    const choice = { token, mailboxes: found.slice(0, MAX_MAILBOXES), hasMore, address };
    if (address === '') return { status: 200, page: { ...page, choice } };
    return { status: 404, page: { ...page, choice, problem: 'This token has no mailbox with that address.' } };
  }
}

function addressIn(form: URLSearchParams): string {
  return (form.get('address') ?? '').trim();
}

/** What the client asks for, as far as there is such a thing. */
function askedOf({ params }: Interaction, settings: McpSettings): Asked {
  const wanted = String(params.scope ?? '').split(' ');
  const scopes = knownScopes.filter((scope) => wanted.includes(scope));
  const resource = params.resource ?? settings.endpoint;
  const resources = (Array.isArray(resource) ? resource : [resource]).map(String);
  return { clientId: String(params.client_id), scopes: scopes.length > 0 ? scopes : [...knownScopes], resources };
}

/** What a client calls itself, without what would turn the words around it. */
function nameOf(said = ''): string {
  const characters = [...visibleText(said).replace(/\s+/g, ' ').trim()];
  if (characters.length === 0) return 'A client without a name';
  return characters.length > NAME_CHARS ? `${characters.slice(0, NAME_CHARS).join('')}…` : characters.join('');
}

/** Where the answer goes, with its host as the network knows it: letters of other scripts can look like those of ASCII. */
function placeOf(redirectUri: unknown): string {
  const text = String(redirectUri ?? '');
  return URL.canParse(text) ? new URL(text).href : text;
}

async function deny(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const result = { error: 'access_denied', error_description: 'the owner of the mailbox said no' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function show(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, pageHeaders).end(html);
}
