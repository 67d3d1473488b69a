import { Injectable } from '@nestjs/common';
import { CredentialKind, type Credential } from '../credentials/credential-kind.js';
import { OAuthGrantRepository } from './oauth-grant.repository.js';

/** The first characters of access tokens. */
export const OAUTH_TOKEN_PREFIX = 'mra_';

/**
 * Access tokens of the OAuth server. Their principal is the consent behind them, so that what it holds outlasts a
 * refresh; they do no more than the token that was used to consent, and end with it.
 */
@Injectable()
export class OAuthKind extends CredentialKind {
  override readonly name = 'oauth';
  override readonly prefixes = [OAUTH_TOKEN_PREFIX];

  constructor(private readonly grants: OAuthGrantRepository) {
    super();
  }

  override async find(hash: Buffer): Promise<Credential | null> {
    const access = await this.grants.findAccess(hash);
    if (!access) return null;
    const { grantId, tenantId, mailboxId, clientName: name, resources: audiences, tokenRevokedAt } = access;
    const asked = new Set(access.scope.split(' '));
    const scopes = access.tokenScopes.filter((scope) => asked.has(scope));
    const principal = {
      id: `oauth:${grantId}`,
      level: 'mailbox' as const,
      tenantId,
      mailboxId,
      name,
      scopes,
      audiences,
    };
    return { principal: { ...principal, expiresAt: earlier(access) }, revokedAt: tokenRevokedAt };
  }

  override async ended(principalIds: readonly string[]): Promise<string[]> {
    const ids = principalIds.map((id) => id.slice('oauth:'.length));
    return (await this.grants.ended(ids)).map((id) => `oauth:${id}`);
  }
}

function earlier({ expiresAt, tokenExpiresAt }: { expiresAt: Date | null; tokenExpiresAt: Date | null }): Date | null {
  if (!expiresAt || !tokenExpiresAt) return expiresAt ?? tokenExpiresAt;
  return expiresAt < tokenExpiresAt ? expiresAt : tokenExpiresAt;
}
