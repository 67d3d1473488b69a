import type { ExpiringRows } from '@mailroom/database';

export const auditEntries: ExpiringRows = { table: 'audit_entry', key: 'id', since: 'created_at' };

/** Tokens that were revoked or have expired, with what they had left of their rate. */
export const endedTokens: ExpiringRows = {
  table: 'access_token',
  key: 'id',
  since: 'least(revoked_at, expires_at)',
  where: '(revoked_at is not null or expires_at is not null)',
  beside: "delete from rate_limit_bucket where principal_id in (select 'token:' || id from gone)",
};

/** What the OAuth server no longer needs. */
export const endedOAuthRecords: ExpiringRows = {
  table: 'oauth_record',
  key: 'id_hash',
  since: 'expires_at',
  where: 'expires_at is not null',
};
