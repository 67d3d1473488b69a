import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { OAuthRecordRepository } from '@mailroom/identity';

/** Clients that nobody has consented to go after a day, and there are never more of them than this. */
const IDLE_CLIENT_SECONDS = 24 * 60 * 60;
const MAX_IDLE_CLIENTS = 10_000;

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
    if (this.kind === 'Client') await this.#requireRegistrable(payload);
    const lifetimeSeconds = this.kind === 'Client' ? IDLE_CLIENT_SECONDS : (expiresIn ?? null);
    const { grantId = null } = payload;
    const stored = { ...payload, ...(uid !== undefined && { uid }) };
    await this.records.upsert(this.kind, id, { payload: stored, grantId, uid: uid ?? null, lifetimeSeconds });
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

  /** Of two who present the same code or refresh token at once, one is refused. */
  async consume(id: string): Promise<void> {
    if (!(await this.records.consume(this.kind, id))) throw new errors.InvalidGrant('it was used before');
  }

  destroy(id: string): Promise<void> {
    return this.records.destroy(this.kind, id);
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return this.records.revokeGrant(grantId);
  }

  /** Codes go back to this machine, to a site over TLS, or to an app of this machine. */
  async #requireRegistrable({ redirect_uris: uris = [] }: Pick<AdapterPayload, 'redirect_uris'>): Promise<void> {
    if (uris.length > 20 || uris.some((uri) => uri.length > 2_000))
      throw new errors.InvalidClientMetadata('redirect_uris are too many or too long');
    for (const uri of uris) {
      const { protocol, hostname } = new URL(uri);
      if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
        throw new errors.InvalidClientMetadata('redirect_uris with http must lead to this machine: use https');
    }
    if ((await this.records.countIdleClients(MAX_IDLE_CLIENTS)) >= MAX_IDLE_CLIENTS)
      throw new errors.TemporarilyUnavailable('too many clients were registered: try again later');
  }
}

function shown({ payload, consumedAt }: { payload: object; consumedAt: Date | null }, jti: string): AdapterPayload {
  const consumed = consumedAt && Math.floor(consumedAt.getTime() / 1_000);
  return { ...payload, jti, ...(consumed !== null && { consumed }) };
}
