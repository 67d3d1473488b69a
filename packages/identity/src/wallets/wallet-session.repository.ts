import { Injectable } from '@nestjs/common';
import { Database, statement, type ExpiringRows, type Tx } from '@mailroom/database';

/** A sign-in with a wallet, while it lasts. */
export type WalletSession = {
  readonly id: number;
  /** The wallet's address, in lower case. */
  readonly address: string;
  readonly agentId: string;
  readonly tenantId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly endedAt: Date | null;
};

export type NewWalletSession = Pick<WalletSession, 'address' | 'agentId' | 'tenantId'> & {
  readonly tokenHash: Buffer;
  readonly seconds: number;
};

const columns = `id::float8 as id, address, agent_id as "agentId", tenant_id as "tenantId", created_at as "createdAt",
  expires_at as "expiresAt", last_used_at as "lastUsedAt", ended_at as "endedAt"`;

const findByHash = statement('wallet-session-by-hash', `select ${columns} from wallet_session where token_hash = $1`);

const findById = statement('wallet-session-by-id', `select ${columns} from wallet_session where id = $1`);

const touch = statement(
  'wallet-session-touch',
  `update wallet_session set last_used_at = now()
   where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
);

const ended = statement(
  'wallet-session-ended',
  `select id::float8 as id from wallet_session
   where id = any ($1::bigint[]) and (ended_at is not null or expires_at <= now())`,
);

/**
 * A wallet that is known signs in: its challenge is used up, the session begins, and the trail says so, in one statement.
 * One of several that come at once with one challenge gets a row. A wallet that moves to another tenant meanwhile is waited for.
 */
const signIn = statement(
  'wallet-session-sign-in',
  `with challenge as (
     update siwe_challenge set used_at = now() where nonce = $1 and used_at is null and expires_at > now()
     returning address),
   signed as (
     select w.address, w.agent_id, w.tenant_id from wallet w join challenge c on c.address = w.address for share of w),
   session as (
     insert into wallet_session (token_hash, address, agent_id, tenant_id, expires_at)
     select $2, address, agent_id, tenant_id, now() + make_interval(secs => $3::int) from signed
     returning *),
   entry as (
     insert into audit_entry (tenant_id, actor, principal_id, action, target_type, target_id, details, request_id)
     select tenant_id, 'manager', 'session:' || id, 'session.started', 'session', id::text,
       jsonb_build_object('wallet', address, 'agentId', agent_id), $4
     from session)
   select ${columns} from session`,
);

const list = statement(
  'wallet-session-list',
  `select ${columns} from wallet_session
   where address = $1 and tenant_id = $2 and ended_at is null and expires_at > now() order by id desc limit $3`,
);

/** Sessions that are over, with what they had left of their rate. */
export const endedSessions: ExpiringRows = {
  table: 'wallet_session',
  key: 'id',
  since: 'expires_at',
  beside: "delete from rate_limit_bucket where principal_id in (select 'session:' || id from gone)",
};

/** The limit on sessions of one wallet that are in force. */
export const MAX_WALLET_SESSIONS = 100;

@Injectable()
export class WalletSessionRepository {
  constructor(private readonly database: Database) {}

  async findByHash(tokenHash: Buffer): Promise<WalletSession | null> {
    const [session] = await this.database.query<WalletSession>(findByHash, [tokenHash]);
    return session ?? null;
  }

  /** Records a use, at most once a minute. */
  async touch(id: number): Promise<void> {
    await this.database.query(touch, [id]);
  }

  /** Returns those of the sessions that are no longer in force. */
  async ended(ids: readonly number[]): Promise<number[]> {
    return (await this.database.query<{ id: number }>(ended, [ids])).map(({ id }) => id);
  }

  /** Null if the challenge is not open any more. */
  async signIn(nonce: string, tokenHash: Buffer, seconds: number, requestId: string | null) {
    const [session] = await this.database.query<WalletSession>(signIn, [nonce, tokenHash, seconds, requestId]);
    return session ?? null;
  }

  /** Those in force, newest first, of the wallet that the session is one of. */
  async listBeside(sessionId: number): Promise<WalletSession[]> {
    const own = await this.find(sessionId);
    // Some may have begun at the same moment, above the limit.
    return own ? this.database.query<WalletSession>(list, [own.address, own.tenantId, 2 * MAX_WALLET_SESSIONS]) : [];
  }

  async find(id: number): Promise<WalletSession | null> {
    const [session] = await this.database.query<WalletSession>(findById, [id]);
    return session ?? null;
  }

  /** Ends a session; returns since when it is over, and whether it was so before. */
  async end(tx: Tx, id: number): Promise<{ readonly endedAt: Date; readonly wasOver: boolean }> {
    const [now] = await tx.$queryRaw<{ endedAt: Date }[]>`
      update wallet_session set ended_at = now() where id = ${id} and ended_at is null and expires_at > now()
      returning ended_at as "endedAt"`;
    if (now) return { ...now, wasOver: false };
    const [before] = await tx.$queryRaw<{ endedAt: Date }[]>`
      select least(ended_at, expires_at) as "endedAt" from wallet_session where id = ${id}`;
    if (!before) throw new Error(`The session ${id} is gone although it was found.`);
    return { ...before, wasOver: true };
  }

  async insert(tx: Tx, { tokenHash, address, agentId, tenantId, seconds }: NewWalletSession): Promise<WalletSession> {
    const [session] = await tx.$queryRaw<WalletSession[]>`
      insert into wallet_session (token_hash, address, agent_id, tenant_id, expires_at)
      values (${tokenHash}, ${address}, ${agentId}, ${tenantId}, now() + make_interval(secs => ${seconds}::int))
      returning id::float8 as id, address, agent_id as "agentId", tenant_id as "tenantId", created_at as "createdAt",
        expires_at as "expiresAt", last_used_at as "lastUsedAt", ended_at as "endedAt"`;
    if (!session) throw new Error('The session was inserted and is not there.');
    return session;
  }
}
