import { createParamDecorator, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requireManager, requireScope, TokenAuthenticator, type Principal, type Scope } from '@mailroom/identity';
import { DomainError } from '@mailroom/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tokenTextOf } from './credentials.js';
import { rateLimitHeaders } from './rate-limit/rate-limit.headers.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { traceparentOf } from './request-watch.js';
import { SignInLimiter } from './rate-limit/sign-in.limiter.js';

const ACCESS = 'mailroom:access';

type Access = Scope | 'manager' | 'public';

/** What a caller needs for an operation; every operation must say. */
export const Needs = (access: Access) => SetMetadata(ACCESS, access);

const principals = new WeakMap<FastifyRequest, Principal>();

/** The authenticated caller, as a controller's parameter. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const principal = principals.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (!principal) throw new Error('A public operation has no caller.');
  return principal;
});

/** Decides access to every operation of an app; one that does not say what it needs is closed. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenAuthenticator,
    private readonly limits: RateLimiter,
    private readonly signIns: SignInLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public') return true;
    if (access === undefined) throw new Error(`${context.getHandler().name} does not say what it needs.`);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const principal = await this.#signIn(request);
    await this.#limit(principal, context.switchToHttp().getResponse<FastifyReply>());
    if (access === 'manager') requireManager(principal);
    else requireScope(principal, access);
    principals.set(request, { ...principal, requestId: String(request.id), traceparent: traceparentOf(request) });
    return true;
  }

  /** The bound on failures holds up only tokens that have not worked here yet. */
  async #signIn(request: FastifyRequest): Promise<Principal> {
    const text = tokenTextOf(request.raw);
    const address = request.raw.socket.remoteAddress ?? '';
    const refusal = this.tokens.isKnown(text) ? null : this.signIns.refusal(address);
    if (refusal && !this.signIns.mayTryAnyway()) throw refusal;
    try {
      return await this.tokens.authenticate(text);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
      this.signIns.countFailure(address);
      throw refusal ?? error;
    }
  }

  async #limit({ tokenId }: Principal, reply: FastifyReply): Promise<void> {
    const { limit } = this.limits;
    const verdict = await this.limits.take(tokenId);
    if (limit === null || verdict === null) return;
    reply.headers(rateLimitHeaders(limit, verdict));
    if (verdict.admitted) return;
    throw new DomainError('rate_limited', 'This token asks too often.', {
      fix: 'Wait as long as retry-after says; the header RateLimit tells what remains.',
      retryAfterSeconds: verdict.retryAfterSeconds,
    });
  }
}
