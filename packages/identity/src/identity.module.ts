import { Module } from '@nestjs/common';
import { AuditTrail } from './audit/audit-trail.js';
import { CredentialAuthenticator } from './credentials/credential-authenticator.js';
import { RateLimitRepository } from './rate-limit/rate-limit.repository.js';
import { TenantService } from './tenant.service.js';
import { TokenKind } from './token-kind.js';
import { TokenRepository } from './token.repository.js';
import { TokenService } from './token.service.js';

@Module({
  providers: [
    AuditTrail,
    CredentialAuthenticator,
    RateLimitRepository,
    TenantService,
    TokenKind,
    TokenRepository,
    TokenService,
  ],
  exports: [AuditTrail, CredentialAuthenticator, RateLimitRepository, TenantService, TokenService],
})
export class IdentityModule {
  constructor(credentials: CredentialAuthenticator, tokens: TokenKind) {
    credentials.register(tokens);
  }
}
