import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Principal } from '../principal.js';
import { sessionIdOf } from './wallet-session-kind.js';
import { WalletSessionRepository, type WalletSession } from './wallet-session.repository.js';

/** The sessions of a wallet, as their owner sees and ends them. */
@Injectable()
export class WalletSessions {
  constructor(
    private readonly database: Database,
    private readonly sessions: WalletSessionRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** The caller's own session. @throws insufficient_scope if it signed in with something else */
  current(principal: Principal): number {
    const id = sessionIdOf(principal.id);
    if (id !== null) return id;
    throw new DomainError('insufficient_scope', 'This needs the session of a wallet.', {
      fix: 'Sign in with POST /v2/auth/siwe/challenge and POST /v2/auth/siwe/verify.',
    });
  }

  /** Those in force of the caller's wallet, newest first. @throws insufficient_scope */
  async list(principal: Principal): Promise<WalletSession[]> {
    return this.sessions.listBeside(this.current(principal));
  }

  /**
   * Ends a session of the caller's wallet, which works nowhere from a second later on; one that is over stays so. Returns
   * since when. @throws not_found, insufficient_scope
   */
  async end(principal: Principal, id: number): Promise<Date> {
    const [own, session] = [await this.sessions.find(this.current(principal)), await this.sessions.find(id)];
    const { tenantId } = principal;
    const isOwn = own && session?.address === own.address && session.tenantId === tenantId;
    if (!isOwn) throw new DomainError('not_found', 'There is no such session.');
    return this.database.transaction(async (tx) => {
      const { endedAt, wasOver } = await this.sessions.end(tx, id);
      const details = { wallet: own.address, agentId: own.agentId };
      if (!wasOver)
        await this.audit.record(tx, principal, { action: 'session.ended', tenantId, targetId: id, details });
      return endedAt;
    });
  }
}
