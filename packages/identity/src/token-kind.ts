import { Injectable } from '@nestjs/common';
import { CredentialKind, type Credential } from './credentials/credential-kind.js';
import { principalOfToken, tokenIdOf } from './principal.js';
import { TokenRepository } from './token.repository.js';

/** Tokens: `mrm_` for a manager of a tenant, `mrt_` for one mailbox. */
@Injectable()
export class TokenKind extends CredentialKind {
  override readonly name = 'token';
  override readonly prefixes = ['mrm_', 'mrt_'];

  constructor(private readonly tokens: TokenRepository) {
    super();
  }

  override async find(hash: Buffer): Promise<Credential | null> {
    const token = await this.tokens.findByHash(hash);
    if (!token) return null;
    if (!token.revokedAt) await this.tokens.touch(token.id);
    const { id, tenantId, mailboxId, level, name, scopes, expiresAt, revokedAt } = token;
    const principal = { id: principalOfToken(id), level, tenantId, mailboxId, name, scopes, expiresAt };
    return { principal, revokedAt };
  }

  override async ended(principalIds: readonly string[]): Promise<string[]> {
    const ids = principalIds.flatMap((id) => tokenIdOf(id) ?? []);
    return (await this.tokens.ended(ids)).map(principalOfToken);
  }
}
