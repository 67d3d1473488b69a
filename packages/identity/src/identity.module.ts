import { Module } from '@nestjs/common';
import { AuditTrail } from './audit/audit-trail.js';
import { RateLimitRepository } from './rate-limit/rate-limit.repository.js';
import { TenantService } from './tenant.service.js';
import { TokenAuthenticator } from './token-authenticator.js';
import { TokenRepository } from './token.repository.js';
import { TokenService } from './token.service.js';

@Module({
  providers: [AuditTrail, RateLimitRepository, TokenRepository, TokenService, TokenAuthenticator, TenantService],
  exports: [AuditTrail, RateLimitRepository, TokenService, TokenAuthenticator, TenantService],
})
export class IdentityModule {}
