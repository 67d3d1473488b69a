import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { OAuthRecordRepository } from '@mailroom/identity';
import { hashedSecret } from './client-secret.js';
import { registeringNetwork } from './registering-network.js';

/** Clients that nobody has let in go after a day, and there are never more of them than this. */
const IDLE_CLIENT_SECONDS = 24 * 60 * 60;
const MAX_IDLE_CLIENTS = { ofNetwork: 200, ofAll: 10_000 };
/** The number of the oldest that make room when there are too many. */
const DROPPED_AT_ONCE = 100;

/**
 * Keeps one kind of the OAuth server's records in the database. A record's payload names it by its own id, which is the
 * secret itself for tokens and codes: it is left out, and put back by whoever presents it.
 */
export class OAuthAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly records: OAuthRecordRepository,
  ) {}

  async upsert(id: string, { jti: _jti, uid, ...payload }: AdapterPayload, expiresIn?: number): Promise<void> {
    requireStorable(payload);
    const client = this.kind === 'Client' ? await this.#registered(payload) : undefined;
    const lifetimeSeconds = this.kind === 'Client' ? IDLE_CLIENT_SECONDS : (expiresIn ?? null);
    const { grantId = null } = payload;
    const stored = { ...payload, ...client?.hashed, ...(uid !== undefined && { uid }) };
    const record = {
      payload: stored,
      grantId,
      uid: uid ?? null,
      lifetimeSeconds,
      ...(client && { network: client.network }),
    };
    await this.records.upsert(this.kind, id, record);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const record = await this.records.find(this.kind, id);
    return record ? shown(record, id) : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const record = await this.records.findByUid(this.kind, uid);
    return record ? shown(record, uid) : undefined;
  }

  /** There are no devices to sign in. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** Refuses one of two who present the same code or refresh token at once. */
  async consume(id: string): Promise<void> {
    if (!(await this.records.consume(this.kind, id))) throw new errors.InvalidGrant('it was used before');
  }

  destroy(id: string): Promise<void> {
    return this.records.destroy(this.kind, id);
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return this.records.revokeGrant(grantId);
  }

  /** What is kept of a client beside its own words. @throws if it may not register */
  async #registered(client: AdapterPayload): Promise<{ network: string; hashed: AdapterPayload }> {
    requireSafeRedirects(client.redirect_uris);
    const network = registeringNetwork();
    const idle = await this.records.countIdleClients(network, MAX_IDLE_CLIENTS);
    const isFull = idle.ofAll >= MAX_IDLE_CLIENTS.ofAll && (await this.records.dropIdleClients(DROPPED_AT_ONCE)) === 0;
    if (isFull || idle.ofNetwork >= MAX_IDLE_CLIENTS.ofNetwork)
      throw new errors.TemporarilyUnavailable('too many clients were registered: try again later');
    const { client_secret: secret } = client;
    return { network, hashed: secret === undefined ? {} : { client_secret: hashedSecret(secret) } };
  }
}

/** What clients say of themselves and ask for is in here. @throws if the database can't hold one of its texts */
function requireStorable(payload: object): void {
  JSON.stringify(payload, (_name, value: unknown) => {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw new errors.InvalidRequest('a text holds a NUL or half of a character');
    return value;
  });
}

/** Codes go back to this machine, to a site over TLS, or to an app of this machine. */
function requireSafeRedirects(uris: readonly string[] = []): void {
  if (uris.length > 20 || uris.some((uri) => uri.length > 2_000))
    throw new errors.InvalidClientMetadata('redirect_uris are too many or too long');
  for (const uri of uris) {
    const { protocol, hostname, username, password } = new URL(uri);
    // Whoever consents would take it for the host.
    if (username !== '' || password !== '')
      throw new errors.InvalidClientMetadata('redirect_uris must not name a user before the host');
    if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      throw new errors.InvalidClientMetadata('redirect_uris with http must lead to this machine: use https');
  }
}

function shown({ payload, consumedAt }: { payload: object; consumedAt: Date | null }, jti: string): AdapterPayload {
  const consumed = consumedAt && Math.floor(consumedAt.getTime() / 1_000);
  return { ...payload, jti, ...(consumed !== null && { consumed }) };
}
