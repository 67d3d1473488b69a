import { Injectable } from '@nestjs/common';
import { Database, statement, type ExpiringRows } from '@mailroom/database';
import type { OfferedKey } from './found-key.js';

const unaware = statement(
  'autocrypt-key-unaware',
  `select distinct m.tenant_id as "tenantId"
   from mailbox m
   where m.id = any ($1::int[]) and not exists (
     select from autocrypt_key k
     where k.tenant_id = m.tenant_id and k.address = $2 and k.hash = $3 and k.said_at > now() - interval '1 day')`,
);

/** What was said later counts, whatever came in first. */
const learn = statement(
  'autocrypt-key-learn',
  `insert into autocrypt_key as k (tenant_id, address, hash, fingerprint, public_key, prefer_encrypt, said_at)
   select t.id, $2, $3, $4, $5, $6, $7 from unnest($1::text[]) as t (id)
   on conflict (tenant_id, address) do update set hash = excluded.hash, fingerprint = excluded.fingerprint,
     public_key = excluded.public_key, prefer_encrypt = excluded.prefer_encrypt, said_at = excluded.said_at
   where k.said_at <= excluded.said_at`,
);

/** Deletes what a tenant has beyond its limit: the keys whose senders have been silent longest. */
const keepWithin = statement(
  'autocrypt-key-keep-within',
  `delete from autocrypt_key where id = any (array(
     select k.id from unnest($1::text[]) as t (id) cross join lateral (
       select id from autocrypt_key where tenant_id = t.id order by said_at desc offset $2 limit 100) k))`,
);

const offered = statement(
  'autocrypt-key-offered',
  `select fingerprint, public_key as "publicKey", prefer_encrypt as "preferEncrypt"
   from autocrypt_key where tenant_id = $1 and address = $2`,
);

/** Keys of senders of whom nothing has come for long. */
export const silentAutocryptKeys: ExpiringRows = { table: 'autocrypt_key', key: 'id', since: 'said_at' };
export const AUTOCRYPT_DAYS = 365;

/** Each is up to 7.5 KB that a stranger chose. */
export const MAX_AUTOCRYPT_KEYS = 2_000;

export type LearnedKey = OfferedKey & {
  readonly address: string;
  /** It is made of the field that brought the key. */
  readonly hash: Buffer;
  readonly saidAt: Date;
};

/** The keys that mail has brought of its senders, for the tenants that the mail came to. */
@Injectable()
export class AutocryptKeyRepository {
  constructor(private readonly database: Database) {}

  /** The tenants of these mailboxes that have not heard the same of the address within a day. */
  async unaware(mailboxIds: readonly number[], address: string, hash: Buffer): Promise<string[]> {
    const rows = await this.database.query<{ tenantId: string }>(unaware, [mailboxIds, address, hash]);
    return rows.map(({ tenantId }) => tenantId);
  }

  async learn(tenantIds: readonly string[], key: LearnedKey, limit = MAX_AUTOCRYPT_KEYS): Promise<void> {
    const { address, hash, fingerprint, publicKey, preferEncrypt, saidAt } = key;
    const values = [tenantIds, address, hash, fingerprint, publicKey, preferEncrypt, saidAt];
    await this.database.query(learn, values);
    await this.database.query(keepWithin, [tenantIds, limit]);
  }

  async find(tenantId: string, address: string): Promise<OfferedKey | null> {
    const [found] = await this.database.query<OfferedKey>(offered, [tenantId, address]);
    return found ?? null;
  }
}
