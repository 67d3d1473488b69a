import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';

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
