import { Module } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { AuthGuard } from './auth.guard.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { SignInLimiter } from './rate-limit/sign-in.limiter.js';

@Module({ imports: [IdentityModule], providers: [AuthGuard, RateLimiter, SignInLimiter], exports: [AuthGuard] })
export class HttpModule {}
