import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { Scope } from '../scope.js';

export type NewOAuthGrant = {
  readonly id: string;
  readonly tenantId: string;
  readonly mailboxId: number;
  /** The token on whose strength it was given. */
  readonly tokenId: number;
  readonly clientName: string;
};

/** An access token with the consent behind it. */
export type OAuthAccess = {
  readonly grantId: string;
  readonly tenantId: string;
  readonly mailboxId: number;
  readonly clientName: string;
  readonly scope: string;
  readonly resources: readonly string[];
  readonly expiresAt: Date | null;
  readonly tokenScopes: readonly Scope[];
  readonly tokenExpiresAt: Date | null;
  readonly tokenRevokedAt: Date | null;
};

const insert = statement(
  'oauth-grant-insert',
  `insert into oauth_grant (id, tenant_id, mailbox_id, token_id, client_name) values ($1, $2, $3, $4, $5)`,
);

const findAccess = statement(
  'oauth-access-by-hash',
  `select g.id as "grantId", g.tenant_id as "tenantId", g.mailbox_id as "mailboxId", g.client_name as "clientName",
     r.payload ->> 'scope' as scope, coalesce(r.payload -> 'extra' -> 'resources', '[]') as resources,
     r.expires_at as "expiresAt", t.scopes as "tokenScopes", t.expires_at as "tokenExpiresAt",
     t.revoked_at as "tokenRevokedAt"
   from oauth_record r join oauth_grant g on g.id = r.grant_id join access_token t on t.id = g.token_id
   where r.kind = 'AccessToken' and r.id_hash = $1`,
);

const ended = statement(
  'oauth-grants-ended',
  `select i.id from unnest($1::text[]) as i (id) where not exists (
     select from oauth_grant g join access_token t on t.id = g.token_id
     where g.id = i.id and t.revoked_at is null and (t.expires_at is null or t.expires_at > now()))`,
);

/** What people have consented to. */
@Injectable()
export class OAuthGrantRepository {
  constructor(private readonly database: Database) {}

  async insert({ id, tenantId, mailboxId, tokenId, clientName }: NewOAuthGrant): Promise<void> {
    await this.database.query(insert, [id, tenantId, mailboxId, tokenId, clientName]);
  }

  /** Finds an access token by the SHA-256 of its text. */
  async findAccess(hash: Buffer): Promise<OAuthAccess | null> {
    const [access] = await this.database.query<OAuthAccess>(findAccess, [hash]);
    return access ?? null;
  }

  /** Returns those that are gone, or whose token is no longer in force. */
  async ended(ids: readonly string[]): Promise<string[]> {
    return (await this.database.query<{ id: string }>(ended, [ids])).map(({ id }) => id);
  }
}
