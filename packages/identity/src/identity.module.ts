import { Module } from '@nestjs/common';
import { AuditTrail } from './audit/audit-trail.js';
import { TenantService } from './tenant.service.js';
import { TokenAuthenticator } from './token-authenticator.js';
import { TokenRepository } from './token.repository.js';
import { TokenService } from './token.service.js';

@Module({
  providers: [AuditTrail, TokenRepository, TokenService, TokenAuthenticator, TenantService],
  exports: [AuditTrail, TokenService, TokenAuthenticator, TenantService],
})
export class IdentityModule {}
