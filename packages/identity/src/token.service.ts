import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { AuditTrail } from './audit/audit-trail.js';
import { principalOfToken, type Principal } from './principal.js';
import { scopes as allScopes } from './scope.js';
import { TenantRepository } from './tenant.repository.js';
import { createTokenText, hashToken } from './token-text.js';
import { TokenRepository } from './token.repository.js';
import type { IssuedToken, Token, TokenRequest } from './token.js';

/** A hosted token lives this long; its holder rotates it before that. */
export const HOSTED_TOKEN_DAYS = 30;

@Injectable()
export class TokenService {
  constructor(
    private readonly database: Database,
    private readonly tokens: TokenRepository,
    private readonly audit: AuditTrail,
    private readonly tenants: TenantRepository,
  ) {}

  /** Only the operator calls this: nothing limits what such a token may do within its tenant. @throws not_found */
  async issueManagerToken(tenantId: string, request: TokenRequest): Promise<IssuedToken> {
    return this.database.transaction(async (tx) => {
      if (!(await this.tenants.exists(tx, tenantId))) {
        throw new DomainError('not_found', `There is no tenant ${tenantId}.`);
      }
      return this.#insert(tx, null, { tenantId, mailboxId: null, level: 'manager' }, request);
    });
  }

  /** Issues a token for one mailbox, never with more scopes or a later expiry than its creator's. */
  async issueMailboxToken(
    tx: Tx,
    creator: Principal,
    mailbox: { readonly id: number; readonly tenantId: string },
    request: TokenRequest,
  ): Promise<IssuedToken> {
    const scopes = request.scopes ?? allScopes.filter((scope) => creator.scopes.includes(scope));
    const missing = scopes.find((scope) => !creator.scopes.includes(scope));
    if (missing) {
      throw new DomainError('insufficient_scope', `A token can't grant the scope "${missing}" that its creator lacks.`);
    }
    const expiresAt = earlier(request.expiresAt ?? null, creator.expiresAt);
    const owner = { tenantId: mailbox.tenantId, mailboxId: mailbox.id, level: 'mailbox' as const };
    return this.#insert(tx, creator, owner, { ...request, scopes, ...(expiresAt && { expiresAt }) });
  }

  async listOfMailbox(mailboxId: number): Promise<Token[]> {
    return this.tokens.listOfMailbox(mailboxId);
  }

  /** A manager may revoke any token of the tenant; another principal only the token that it holds. */
  async revoke(principal: Principal, tokenId: number): Promise<void> {
    const token = await this.tokens.find(tokenId);
    const isOwn = principal.id === principalOfToken(tokenId);
    const visible = token?.tenantId === principal.tenantId && (principal.level === 'manager' || isOwn);
    if (!visible) throw new DomainError('not_found', 'There is no such token.');
    await this.#revoke(principal, token);
  }

  /** Only the operator calls this. */
  async revokeAny(tokenId: number): Promise<void> {
    const token = await this.tokens.find(tokenId);
    if (!token) throw new DomainError('not_found', `There is no token ${tokenId}.`);
    await this.#revoke(null, token);
  }

  /** A second revocation of the same token changes nothing and is not recorded. */
  async #revoke(actor: Principal | null, { id, tenantId, mailboxId, name }: Token): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.tokens.revoke(tx, id))) return;
      const details = { accountId: mailboxId, name };
      await this.audit.record(tx, actor, { action: 'token.revoked', tenantId, targetId: id, details });
    });
  }

  async #insert(
    tx: Tx,
    actor: Principal | null,
    owner: { tenantId: string; mailboxId: number | null; level: 'manager' | 'mailbox' },
    request: TokenRequest,
  ): Promise<IssuedToken> {
    const text = createTokenText(owner.level === 'manager' ? 'mrm_' : 'mrt_');
    const token = await this.tokens.insert(tx, {
      ...owner,
      name: request.name ?? '',
      scopes: request.scopes ?? allScopes,
      expiresAt: request.expiresAt ?? null,
      tokenHash: hashToken(text),
    });
    const { id, tenantId, level, mailboxId, name, scopes } = token;
    const expiresAt = token.expiresAt?.toISOString() ?? null;
    const details = { level, accountId: mailboxId, name, scopes, expiresAt };
    await this.audit.record(tx, actor, { action: 'token.issued', tenantId, targetId: id, details });
    return { ...token, text };
  }
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b;
  return a < b ? a : b;
}
