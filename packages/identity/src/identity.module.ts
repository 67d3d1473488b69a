import { Module } from '@nestjs/common';
import { TenantService } from './tenant.service.js';
import { TokenAuthenticator } from './token-authenticator.js';
import { TokenRepository } from './token.repository.js';
import { TokenService } from './token.service.js';

@Module({
  providers: [TokenRepository, TokenService, TokenAuthenticator, TenantService],
  exports: [TokenService, TokenAuthenticator, TenantService],
})
export class IdentityModule {}
