import { Module } from '@nestjs/common';
import { MessagingModule } from '@mailroom/messaging';
import { AuditEntryRepository } from './audit/audit-entry.repository.js';
import { AuditTrail } from './audit/audit-trail.js';
import { CredentialAuthenticator } from './credentials/credential-authenticator.js';
import { CredentialEnds } from './credentials/credential-ends.js';
import { OAuthGrantRepository } from './oauth/oauth-grant.repository.js';
import { OAuthKind } from './oauth/oauth-kind.js';
import { OAuthRecordRepository } from './oauth/oauth-record.repository.js';
import { OperatorAuditRepository } from './operator/operator-audit.repository.js';
import { OperatorTenantRepository } from './operator/operator-tenant.repository.js';
import { FailedSignInRepository } from './passwords/failed-sign-in.repository.js';
import { MailboxPasswordRepository } from './passwords/mailbox-password.repository.js';
import { MailboxPasswords } from './passwords/mailbox-passwords.js';
import { RateLimitRepository } from './rate-limit/rate-limit.repository.js';
import { TenantStandingRepository } from './tenant-standing.repository.js';
import { TenantRepository } from './tenant.repository.js';
import { TenantService } from './tenant.service.js';
import { TokenKind } from './token-kind.js';
import { TokenRepository } from './token.repository.js';
import { TokenService } from './token.service.js';
import { SiweChallengeRepository } from './wallets/siwe-challenge.repository.js';
import { WalletSessionKind } from './wallets/wallet-session-kind.js';
import { WalletSessionRepository } from './wallets/wallet-session.repository.js';
import { WalletSessions } from './wallets/wallet-sessions.js';
import { WalletRepository } from './wallets/wallet.repository.js';

@Module({
  imports: [MessagingModule],
  providers: [
    AuditEntryRepository,
    AuditTrail,
    CredentialAuthenticator,
    CredentialEnds,
    FailedSignInRepository,
    MailboxPasswordRepository,
    MailboxPasswords,
    OAuthGrantRepository,
    OAuthKind,
    OAuthRecordRepository,
    OperatorAuditRepository,
    OperatorTenantRepository,
    RateLimitRepository,
    TenantRepository,
    TenantStandingRepository,
    TenantService,
    TokenKind,
    TokenRepository,
    TokenService,
    SiweChallengeRepository,
    WalletRepository,
    WalletSessionKind,
    WalletSessionRepository,
    WalletSessions,
  ],
  exports: [
    AuditTrail,
    CredentialAuthenticator,
    CredentialEnds,
    MailboxPasswords,
    OAuthGrantRepository,
    OAuthRecordRepository,
    OperatorAuditRepository,
    OperatorTenantRepository,
    RateLimitRepository,
    TenantService,
    TokenService,
    SiweChallengeRepository,
    WalletRepository,
    WalletSessionRepository,
    WalletSessions,
  ],
})
export class IdentityModule {
  constructor(credentials: CredentialAuthenticator, tokens: TokenKind, oauth: OAuthKind, sessions: WalletSessionKind) {
    for (const kind of [tokens, oauth, sessions]) credentials.register(kind);
  }
}
