import { Injectable } from '@nestjs/common';
import { CredentialKind, type Credential } from '../credentials/credential-kind.js';
import { scopes } from '../scope.js';
import { WalletSessionRepository } from './wallet-session.repository.js';

/** The first characters of a session's text. */
export const WALLET_SESSION_PREFIX = 'mrs_';

/** The session that the principal of this id has; null if it signed in with something else. */
export function sessionIdOf(principalId: string): number | null {
  const [, digits] = /^session:(\d+)$/.exec(principalId) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The id of the principal that has a session. */
export function principalOfSession(sessionId: number): string {
  return `session:${sessionId}`;
}

/** Sessions of wallets, which are managers of their own tenant while they last. */
@Injectable()
export class WalletSessionKind extends CredentialKind {
  override readonly name = 'session';
  override readonly prefixes = [WALLET_SESSION_PREFIX];

  constructor(private readonly sessions: WalletSessionRepository) {
    super();
  }

  override async find(hash: Buffer): Promise<Credential | null> {
    const session = await this.sessions.findByHash(hash);
    if (!session) return null;
    const { id, tenantId, agentId, address: name, expiresAt, endedAt: revokedAt } = session;
    if (!revokedAt) await this.sessions.touch(id);
    const whole = { level: 'manager' as const, mailboxId: null, scopes };
    return { principal: { id: principalOfSession(id), tenantId, agentId, name, expiresAt, ...whole }, revokedAt };
  }

  override async ended(principalIds: readonly string[]): Promise<string[]> {
    const ids = principalIds.map((id) => sessionIdOf(id) ?? 0);
    return (await this.sessions.ended(ids)).map(principalOfSession);
  }
}
