import { Module } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { Admission } from './admission.js';
import { AuthGuard } from './auth.guard.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { SignInLimiter } from './rate-limit/sign-in.limiter.js';

@Module({
  imports: [IdentityModule],
  providers: [Admission, AuthGuard, RateLimiter, SignInLimiter],
  exports: [Admission, AuthGuard],
})
export class HttpModule {}
