import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { AuditTrail } from './audit/audit-trail.js';
import { principalOfToken, tokenIdOf, type Principal } from './principal.js';
import { scopes as allScopes } from './scope.js';
import { TenantRepository } from './tenant.repository.js';
import { createTokenText, hashToken } from './token-text.js';
import { TokenRepository } from './token.repository.js';
import {
  requireNotOvertaken,
  requireNotSucceeded,
  requireRotatable,
  ROTATED_TOKEN_HOURS,
  successorExpiry,
  type BegunRotation,
} from './token-rotation.js';
import type { IssuedToken, RotatedToken, Token, TokenRequest } from './token.js';

type RevokedToken = Pick<Token, 'id' | 'tenantId' | 'mailboxId' | 'name'>;

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

  /**
   * Puts a token of this text in the place of the principal's own, which stays in force for a day. A hosted token's
   * successor lives for thirty days, that of another no longer than it would have lived itself. At most two tokens of a
   * line are in force: the predecessor of the one that is rotated ends, and so does a successor that was never used,
   * which its owner may not have received; one that came since the rotation began does not.
   * @param begun what `beginRotation` returned @throws insufficient_scope, token_rotated, token_revoked
   */
  async rotate(principal: Principal, text: string, begun: BegunRotation): Promise<RotatedToken> {
    const { tokenId, mailboxId } = requireRotatable(principal);
    const { tenantId, name, scopes } = principal;
    return this.database.transaction(async (tx) => {
      const old = requireNotSucceeded(await this.tokens.holdRotating(tx, tokenId));
      requireNotOvertaken(old, begun);
      const ended = await this.tokens.predecessorsOf(tx, tokenId);
      if (old.successorId !== null) ended.push(old.successorId);
      for (const id of ended) await this.#revokeIn(tx, principal, { id, tenantId, mailboxId, name });
      const owner = { tenantId, mailboxId, level: 'mailbox' as const };
      const request = { name, scopes, expiresAt: successorExpiry(old), hosted: old.hosted };
      const token = await this.#insert(tx, principal, owner, request, text);
      await this.tokens.giveKeys(tx, [tokenId, ...ended], token.id);
      const oldTokenValidUntil = await this.tokens.succeed(tx, tokenId, token.id, ROTATED_TOKEN_HOURS);
      const details = { accountId: mailboxId, successor: token.id, validUntil: oldTokenValidUntil.toISOString() };
      await this.audit.record(tx, principal, { action: 'token.rotated', tenantId, targetId: tokenId, details });
      return { ...token, oldTokenValidUntil };
    });
  }

  /** Begins a rotation, of which `rotate` is the end. @throws what that would throw now */
  async beginRotation(principal: Principal): Promise<BegunRotation> {
    const { tokenId } = requireRotatable(principal);
    return requireNotSucceeded(await this.tokens.findRotating(tokenId));
  }

  /** Whether the principal holds the token of a signup, whose holder is the first of its tenant. */
  async isHosted(tx: Tx, { id }: Principal): Promise<boolean> {
    const tokenId = tokenIdOf(id);
    return tokenId !== null && (await this.tokens.isHosted(tx, tokenId));
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
  async #revoke(actor: Principal | null, token: Token): Promise<void> {
    await this.database.transaction((tx) => this.#revokeIn(tx, actor, token));
  }

  async #revokeIn(tx: Tx, actor: Principal | null, { id, tenantId, mailboxId, name }: RevokedToken): Promise<void> {
    if (!(await this.tokens.revoke(tx, id))) return;
    const details = { accountId: mailboxId, name };
    await this.audit.record(tx, actor, { action: 'token.revoked', tenantId, targetId: id, details });
  }

  async #insert(
    tx: Tx,
    actor: Principal | null,
    owner: { tenantId: string; mailboxId: number | null; level: 'manager' | 'mailbox' },
    request: TokenRequest,
    text = createTokenText(owner.level === 'manager' ? 'mrm_' : 'mrt_'),
  ): Promise<IssuedToken> {
    const token = await this.tokens.insert(tx, {
      ...owner,
      name: request.name ?? '',
      scopes: request.scopes ?? allScopes,
      expiresAt: request.expiresAt ?? null,
      hosted: request.hosted ?? false,
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
