export { OperatorSignupRepository, type SignupStatement } from './operator/operator-signup.repository.js';
export type { SignedUp } from './signed-up.js';
export { SignupDomain } from './signup-domain.js';
export { SignupModule } from './signup.module.js';
export { SignupOptions } from './signup.options.js';
export { RECENT_SIGNUP_SECONDS, recentSignups, sealedSignupAnswers } from './signup.repository.js';
export { SignupService, type SignupClient } from './signup.service.js';
export { readSignup } from './signup.settings.js';
export type { SignupInput } from './signup-request.js';
