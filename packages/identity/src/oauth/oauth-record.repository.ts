import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, isOfBatch, statement, upkeepStatement } from '@mailroom/database';

/** A record of the OAuth server, without the text that names it. */
export type OAuthRecord = {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly consumedAt: Date | null;
};

export type NewOAuthRecord = {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly grantId: string | null;
  /** Another text by which it is found. */
  readonly uid: string | null;
  /** Seconds until it goes; null keeps it. */
  readonly lifetimeSeconds: number | null;
  /** The network of a stranger who registers a client. */
  readonly network?: string;
};

const upsert = statement(
  'oauth-record-upsert',
  `insert into oauth_record as r (kind, id_hash, payload, grant_id, uid_hash, expires_at, network)
   values ($1, $2, $3::jsonb, $4, $5, now() + make_interval(secs => $6::float8), $7)
   on conflict (kind, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
     uid_hash = excluded.uid_hash, expires_at = excluded.expires_at`,
);

const insertOnce = statement(
  'oauth-record-insert-once',
  `insert into oauth_record (kind, id_hash, payload) values ($1, $2, $3::jsonb) on conflict do nothing`,
);

const columns = 'payload, consumed_at as "consumedAt"';
const inForce = '(expires_at is null or expires_at > now())';

const find = statement(
  'oauth-record-find',
  `select ${columns} from oauth_record where kind = $1 and id_hash = $2 and ${inForce}`,
);

const findByUid = statement(
  'oauth-record-by-uid',
  `select ${columns} from oauth_record where kind = $1 and uid_hash = $2 and ${inForce}`,
);

/** Only one of those who race consumes it. */
const consume = statement(
  'oauth-record-consume',
  `update oauth_record set consumed_at = now() where kind = $1 and id_hash = $2 and consumed_at is null
   returning kind`,
);

const destroy = statement('oauth-record-destroy', 'delete from oauth_record where kind = $1 and id_hash = $2');

const revokeGrant = statement(
  'oauth-grant-revoke',
  `with ended as (delete from oauth_grant where id = $1)
   delete from oauth_record where grant_id = $1`,
);

/** How many clients strangers of a network, or of any, have registered that nobody has let in. */
const countIdleClients = statement(
  'oauth-clients-idle',
  `select (select count(*) from (select from oauth_record where network = $1 limit $2) n)::int as "ofNetwork",
     (select count(*) from (select from oauth_record where network is not null limit $3) a)::int as "ofAll"`,
);

/** Those whose registration nobody has used for ten minutes, oldest first; they register again. */
const dropIdleClients = upkeepStatement(
  'oauth-clients-drop',
  `with due as materialized (
     select ctid, kind, id_hash from oauth_record
     where network is not null and created_at < now() - interval '10 minutes' order by created_at limit $1)
   delete from oauth_record where ${isOfBatch('due', 'kind, id_hash')} returning 1`,
);

const keepClient = statement(
  'oauth-client-keep',
  `update oauth_record set expires_at = now() + make_interval(secs => $2::float8), network = null
   where kind = 'Client' and id_hash = $1`,
);

/** Numbers of clients that nobody has let in. */
export type IdleClients = { readonly ofNetwork: number; readonly ofAll: number };

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** What the OAuth server remembers. Ids are kept as hashes. */
@Injectable()
export class OAuthRecordRepository {
  constructor(private readonly database: Database) {}

  async upsert(kind: string, id: string, record: NewOAuthRecord): Promise<void> {
    const { payload, grantId, uid, lifetimeSeconds, network = null } = record;
    const uidHash = uid === null ? null : hashOf(uid);
    const values = [kind, hashOf(id), JSON.stringify(payload), grantId, uidHash, lifetimeSeconds, network];
    await this.database.query(upsert, values);
  }

  /** Keeps what is there already. */
  async insertOnce(kind: string, id: string, { payload }: Pick<NewOAuthRecord, 'payload'>): Promise<void> {
    await this.database.query(insertOnce, [kind, hashOf(id), JSON.stringify(payload)]);
  }

  async find(kind: string, id: string): Promise<OAuthRecord | null> {
    const [record] = await this.database.query<OAuthRecord>(find, [kind, hashOf(id)]);
    return record ?? null;
  }

  async findByUid(kind: string, uid: string): Promise<OAuthRecord | null> {
    const [record] = await this.database.query<OAuthRecord>(findByUid, [kind, hashOf(uid)]);
    return record ?? null;
  }

  /** Returns false if somebody else consumed it before. */
  async consume(kind: string, id: string): Promise<boolean> {
    return (await this.database.query(consume, [kind, hashOf(id)])).length > 0;
  }

  async destroy(kind: string, id: string): Promise<void> {
    await this.database.query(destroy, [kind, hashOf(id)]);
  }

  /** Ends a consent with everything that came of it. */
  async revokeGrant(grantId: string): Promise<void> {
    await this.database.query(revokeGrant, [grantId]);
  }

  /** Counts clients that nobody has let in, as far as these limits. */
  async countIdleClients(network: string, { ofNetwork, ofAll }: IdleClients): Promise<IdleClients> {
    const [row] = await this.database.query<IdleClients>(countIdleClients, [network, ofNetwork, ofAll]);
    return row ?? { ofNetwork: 0, ofAll: 0 };
  }

  /** Drops the oldest of those clients; returns how many. */
  async dropIdleClients(limit: number): Promise<number> {
    return (await this.database.query(dropIdleClients, [limit])).length;
  }

  /** Somebody has let the client in. */
  async keepClient(clientId: string, seconds: number): Promise<void> {
    await this.database.query(keepClient, [hashOf(clientId), seconds]);
  }
}
