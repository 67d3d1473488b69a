import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import type { Scope } from './scope.js';
import type { Token } from './token.js';

type NewToken = {
  readonly tenantId: string;
  readonly mailboxId: number | null;
  readonly level: 'manager' | 'mailbox';
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly hosted: boolean;
  readonly tokenHash: Buffer;
};

/** A token as rotation looks at it. */
export type Rotating = {
  readonly id: number;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly hosted: boolean;
  readonly successorId: number | null;
  /** Whether the successor was ever used to sign in. */
  readonly successorUsed: boolean;
};

const columns = `id, tenant_id as "tenantId", mailbox_id as "mailboxId", level, name, scopes,
  expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt", created_at as "createdAt"`;

const findByHash = statement('token-by-hash', `select ${columns} from access_token where token_hash = $1`);

const touch = statement(
  'token-touch',
  `update access_token set last_used_at = now()
   where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
);

const ended = statement(
  'token-ended',
  `select id from access_token where id = any ($1::int[]) and (revoked_at is not null or expires_at <= now())`,
);

const findRotating = statement(
  'token-rotating',
  `select t.id, t.expires_at as "expiresAt", t.revoked_at as "revokedAt", t.hosted, t.successor_id as "successorId",
     exists (select from access_token s where s.id = t.successor_id and s.last_used_at is not null) as "successorUsed"
   from access_token t where t.id = $1`,
);

const select = {
  id: true,
  tenantId: true,
  mailboxId: true,
  level: true,
  name: true,
  scopes: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  createdAt: true,
} as const;

@Injectable()
export class TokenRepository {
  constructor(private readonly database: Database) {}

  async findByHash(tokenHash: Buffer): Promise<Token | null> {
    const [token] = await this.database.query<Token>(findByHash, [tokenHash]);
    return token ?? null;
  }

  /** Returns those of the tokens that are no longer in force. */
  async ended(ids: readonly number[]): Promise<number[]> {
    return (await this.database.query<{ id: number }>(ended, [ids])).map(({ id }) => id);
  }

  /** Records a use, at most once a minute. */
  async touch(id: number): Promise<void> {
    await this.database.query(touch, [id]);
  }

  async insert(tx: Tx, { scopes, tokenHash, ...token }: NewToken): Promise<Token> {
    const data = { ...token, scopes: [...scopes], tokenHash: new Uint8Array(tokenHash) };
    return (await tx.accessToken.create({ data, select })) as Token;
  }

  async find(id: number): Promise<Token | null> {
    return this.database.use((client) =>
      client.accessToken.findUnique({ where: { id }, select }),
    ) as Promise<Token | null>;
  }

  async listOfMailbox(mailboxId: number): Promise<Token[]> {
    return this.database.use((client) =>
      client.accessToken.findMany({ where: { mailboxId }, select, orderBy: { id: 'asc' } }),
    ) as Promise<Token[]>;
  }

  /** Keeps the time of the first revocation; returns false if the token was revoked before. */
  async revoke(tx: Tx, id: number): Promise<boolean> {
    const where = { id, revokedAt: null };
    const { count } = await tx.accessToken.updateMany({ where, data: { revokedAt: new Date() } });
    return count === 1;
  }

  /** Reads a token that is to be rotated; it waits for nobody who rotates it now. */
  async findRotating(id: number): Promise<Rotating | null> {
    const [found] = await this.database.query<Rotating>(findRotating, [id]);
    return found ?? null;
  }

  /** The same, and holds it until the transaction ends; what is read is newer than whoever held it before. */
  async holdRotating(tx: Tx, id: number): Promise<Rotating | null> {
    await tx.$queryRaw`select id from access_token where id = ${id} for update`;
    const [found] = await tx.$queryRawUnsafe<Rotating[]>(findRotating.text, id);
    return found ?? null;
  }

  /** Whether signup issued the token, or one that was rotated into it. */
  async isHosted(tx: Tx, id: number): Promise<boolean> {
    return (await tx.accessToken.count({ where: { id, hosted: true } })) > 0;
  }

  /** Names the successor, and leaves the token in force for no longer than that many hours; returns until when. */
  async succeed(tx: Tx, id: number, successorId: number, hours: number): Promise<Date> {
    const [row] = await tx.$queryRaw<{ validUntil: Date }[]>`
      update access_token
      set successor_id = ${successorId}, expires_at = least(expires_at, now() + make_interval(hours => ${hours}::int))
      where id = ${id} returning expires_at as "validUntil"`;
    if (!row) throw new Error(`The token ${id} is gone although it was held.`);
    return row.validUntil;
  }

  /** Gives the keys of tokens to their successor. */
  async giveKeys(tx: Tx, ids: readonly number[], successorId: number): Promise<void> {
    await tx.mailKey.updateMany({ where: { tokenId: { in: [...ids] } }, data: { tokenId: successorId } });
  }

  /** Returns the ids of tokens that were rotated into this one and are still in force. */
  async predecessorsOf(tx: Tx, id: number): Promise<number[]> {
    const found = await tx.accessToken.findMany({ where: { successorId: id, revokedAt: null }, select: { id: true } });
    return found.map((token) => token.id);
  }
}
