import { Injectable } from '@nestjs/common';
import { Database, statement, type ExpiringRows, type Tx } from '@mailroom/database';
import type { KeySource, PinnedKey, PublishedKey } from './found-key.js';

const cached = statement(
  'found-key-cached',
  `select fingerprint, public_key as "publicKey", revoked from found_key where address = $1 and expires_at > now()`,
);

const keep = statement(
  'found-key-keep',
  `insert into found_key (address, fingerprint, public_key, revoked, expires_at)
   values ($1, $2, $3, $4, now() + make_interval(secs => $5))
   on conflict (address) do update set fingerprint = excluded.fingerprint, public_key = excluded.public_key,
     revoked = excluded.revoked, expires_at = excluded.expires_at`,
);

/** Returns a row where nobody else has the turn. */
const takeTurn = statement(
  'found-key-take-turn',
  `insert into key_directory as d (domain, free_at) values ($1, now() + make_interval(secs => $2))
   on conflict (domain) do update set free_at = excluded.free_at where d.free_at <= now() returning 1 as one`,
);

const endTurn = statement(
  'found-key-end-turn',
  `update key_directory set free_at = now() + make_interval(secs => $2) where domain = $1`,
);

const pinOf = statement(
  'key-pin-find',
  `select fingerprint, public_key as "publicKey", source, revoked from key_pin where tenant_id = $1 and address = $2`,
);

/** Answers that are asked for anew, and directories that nobody waits for. */
export const expiredFoundKeys: ExpiringRows = { table: 'found_key', key: 'address', since: 'expires_at' };
export const restedDirectories: ExpiringRows = { table: 'key_directory', key: 'domain', since: 'free_at' };
export const FOUND_KEY_SECONDS = 3_600;

/** What a directory answered; without a key, it has none. */
export type Cached = {
  readonly fingerprint: string | null;
  readonly publicKey: Buffer | null;
  /** The fingerprints of keys that it publishes as revoked. */
  readonly revoked: readonly string[];
};

@Injectable()
export class FoundKeyRepository {
  constructor(private readonly database: Database) {}

  /** What the directory of the domain answered a short while ago; null where it has to be asked. */
  async findCached(address: string): Promise<Cached | null> {
    const [found] = await this.database.query<Cached>(cached, [address]);
    return found ?? null;
  }

  async keep(address: string, { fingerprint, publicKey, revoked }: Cached, seconds: number): Promise<void> {
    await this.database.query(keep, [address, fingerprint, publicKey, revoked, seconds]);
  }

  /** Returns false if the domain is being asked, or was a moment ago, by any replica. */
  async takeTurn(domain: string, seconds: number): Promise<boolean> {
    return (await this.database.query(takeTurn, [domain, seconds])).length === 1;
  }

  async endTurn(domain: string, restSeconds: number): Promise<void> {
    await this.database.query(endTurn, [domain, restSeconds]);
  }

  async findPin(tenantId: string, address: string): Promise<PinnedKey | null> {
    const [found] = await this.database.query<Omit<PinnedKey, 'source'> & { source: KeySource }>(pinOf, [
      tenantId,
      address,
    ]);
    return found ?? null;
  }

  /** Notes of a pinned key that its owner revoked it. */
  async revokePin(tenantId: string, address: string, fingerprint: string): Promise<void> {
    await this.database.query(revokePin, [tenantId, address, fingerprint]);
  }

  /** How many pins a tenant has, as far as `limit`. */
  async countPins(tenantId: string, limit: number): Promise<number> {
    const rows = await this.database.query(countPins, [tenantId, limit]);
    return rows.length;
  }

  /** Pins the first key of an address; one that is pinned stays. */
  async pinFirst(tenantId: string, address: string, { fingerprint, publicKey, source }: PublishedKey): Promise<void> {
    await this.database.query(pinFirst, [tenantId, address, fingerprint, publicKey, source]);
  }

  /** Pins this key in the place of whatever was. */
  async pin(tx: Tx, tenantId: string, address: string, key: PinnedKey): Promise<number> {
    const { fingerprint, source, revoked } = key;
    const data = { fingerprint, publicKey: new Uint8Array(key.publicKey), source, revoked };
    const { id } = await tx.keyPin.upsert({
      where: { tenantId_address: { tenantId, address } },
      create: { tenantId, address, ...data },
      update: { ...data, pinnedAt: new Date() },
      select: { id: true },
    });
    return id;
  }
}

const revokePin = statement(
  'key-pin-revoke',
  `update key_pin set revoked = true where tenant_id = $1 and address = $2 and fingerprint = $3`,
);

const countPins = statement('key-pin-count', `select 1 as one from key_pin where tenant_id = $1 limit $2`);

const pinFirst = statement(
  'key-pin-first',
  `insert into key_pin (tenant_id, address, fingerprint, public_key, source) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id, address) do nothing`,
);
