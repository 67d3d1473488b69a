export {
  auditActions,
  auditActors,
  auditTargets,
  type AuditAction,
  type AuditActor,
  type AuditEntry,
} from './audit/audit-entry.js';
export { AuditTrail, type AuditedActor, type OperatorCall, type OperatorDecision } from './audit/audit-trail.js';
export { auditRows } from './audit/audit-rows.repository.js';
export { bridgeHeaders, type BridgeProof } from './bridge-proof.js';
export { CredentialAuthenticator } from './credentials/credential-authenticator.js';
export { CredentialEnds } from './credentials/credential-ends.js';
export { CredentialKind, type Credential } from './credentials/credential-kind.js';
export { auditEntries, endedOAuthRecords, endedTokens } from './identity-retention.repository.js';
export { IdentityModule } from './identity.module.js';
export { OAuthGrantRepository, type NewOAuthGrant } from './oauth/oauth-grant.repository.js';
export { OAUTH_TOKEN_PREFIX } from './oauth/oauth-kind.js';
export { OAuthRecordRepository, type NewOAuthRecord, type OAuthRecord } from './oauth/oauth-record.repository.js';
export {
  OperatorAuditRepository,
  type AuditFilter,
  type OperatorAuditEntry,
} from './operator/operator-audit.repository.js';
export type { OperatorTenant, TenantFilter, TenantSearch } from './operator/operator-tenant.js';
export { MAX_FOUND, OperatorTenantRepository, type WaitingTenants } from './operator/operator-tenant.repository.js';
export { MailboxPasswords } from './passwords/mailbox-passwords.js';
export { FAILED_SIGN_IN_SECONDS, forgottenSignIns } from './passwords/failed-sign-in.repository.js';
export { passwordRows } from './passwords/mailbox-password.repository.js';
export { createPassword, hashPassword } from './passwords/password-hash.js';
export { principalOfToken, requireManager, requireScope, tokenIdOf, type Principal } from './principal.js';
export { RateLimitRepository, type RateLimit, type Slice } from './rate-limit/rate-limit.repository.js';
export { scopes, type Scope } from './scope.js';
export {
  billingStates,
  outboundLevels,
  outboundPolicyOf,
  standingFor,
  versionOfStanding,
  type BillingState,
  type OutboundLevel,
  type OutboundPolicy,
  type TenantAct,
  type TenantStanding,
  type TenantState,
} from './tenant-state.js';
export type { StandingChange } from './tenant-standing.repository.js';
export type { Tenant } from './tenant.repository.js';
export { DEFAULT_TENANT_ID, TenantService } from './tenant.service.js';
export { createTokenText, hashToken, isTokenText } from './token-text.js';
export { coolingTenant, tenantMayNot, tenantStanding } from './tenant-state.repository.js';
export { HOSTED_TOKEN_DAYS } from './token-rotation.js';
export { TokenService } from './token.service.js';
export type { IssuedToken, RotatedToken, Token, TokenRequest } from './token.js';
export {
  CHALLENGE_RETENTION_SECONDS,
  pastChallenges,
  SiweChallengeRepository,
  type ChallengeLimits,
  type IssuedSiweChallenge,
  type SiweChallenge,
} from './wallets/siwe-challenge.repository.js';
export { principalOfSession, sessionIdOf, WALLET_SESSION_PREFIX } from './wallets/wallet-session-kind.js';
export {
  endedSessions,
  MAX_WALLET_SESSIONS,
  WalletSessionRepository,
  type NewWalletSession,
  type WalletSession,
} from './wallets/wallet-session.repository.js';
export { WalletSessions } from './wallets/wallet-sessions.js';
export { WalletRepository, type Wallet } from './wallets/wallet.repository.js';
export {
  endedWebSessions,
  WEB_SESSION_RETENTION_SECONDS,
  WebSessionRepository,
  type WebSurface,
} from './web-sessions/web-session.repository.js';
