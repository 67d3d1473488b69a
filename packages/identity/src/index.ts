export { IdentityModule } from './identity.module.js';
export { requireManager, requireScope, tokenOwner, type Principal } from './principal.js';
export { scopes, type Scope } from './scope.js';
export { DEFAULT_TENANT_ID, TenantService, type Tenant } from './tenant.service.js';
export { TokenAuthenticator } from './token-authenticator.js';
export { createTokenText, isTokenText } from './token-text.js';
export { TokenService } from './token.service.js';
export type { IssuedToken, Token, TokenRequest } from './token.js';
