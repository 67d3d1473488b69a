import { Injectable, Optional } from '@nestjs/common';
import { CredentialAuthenticator, type Principal } from '@mailroom/identity';
import { DomainError } from '@mailroom/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Audience, requireAudience } from './audience.js';
import { bridgeProofOf } from './bridge-headers.js';
import { ClientAddresses } from './client-address.js';
import { tokenTextOf } from './credentials.js';
import { rateLimitHeaders } from './rate-limit/rate-limit.headers.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { SignInLimiter } from './rate-limit/sign-in.limiter.js';
import { RequestSlot } from './request-slot.js';
import { traceparentOf } from './request-watch.js';

/**
 * Finds out who calls, and whether that token may call now. It is asked before a body is read, and again by the guard,
 * which decides access; a request is looked up and counted only once.
 */
@Injectable()
export class Admission {
  readonly #callers = new RequestSlot<Promise<Principal>>('caller');

  constructor(
    private readonly credentials: CredentialAuthenticator,
    private readonly limits: RateLimiter,
    private readonly signIns: SignInLimiter,
    private readonly addresses: ClientAddresses,
    @Optional() private readonly audience?: Audience,
  ) {}

  /** @throws missing_token, invalid_token, token_revoked, token_expired, rate_limited */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    return this.#callers.get(request) ?? this.#callers.set(request, this.#admit(request, reply));
  }

  /** Counts a request that asks for several things as so many. @throws rate_limited */
  async admitMore(principal: Principal, reply: FastifyReply, more: number): Promise<void> {
    await Promise.all(Array.from({ length: more }, () => this.#limit(principal, reply)));
  }

  async #admit(request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    const principal = await this.#signIn(request);
    requireAudience(principal, this.audience);
    await this.#limit(principal, reply);
    const bridge = bridgeProofOf(request.raw);
    const asked = { requestId: String(request.id), traceparent: traceparentOf(request), ...(bridge && { bridge }) };
    // What the request brings counts, whatever its token's principal has; a spread at the beginning costs more (ADR 0081).
    return Object.assign({}, principal, asked);
  }

  /**
   * The bound on failures delays only tokens that have not worked here yet, and those wait for their turn instead of
   * being refused. A token that fails the checksum is no guess: it costs nothing and is not counted.
   */
  async #signIn(request: FastifyRequest): Promise<Principal> {
    const presented = this.credentials.present(tokenTextOf(request.raw));
    const signIn = () => this.credentials.principalOf(presented);
    if (!presented || this.credentials.isKnown(presented)) return signIn();
    const address = this.addresses.of(request.raw);
    const refusal = this.signIns.refusal(address);
    try {
      if (refusal) return await this.signIns.inTurn(refusal, signIn);
      return await signIn();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_token') throw error;
      this.signIns.countFailure(address);
      throw refusal ?? error;
    }
  }

  async #limit({ id }: Principal, reply: FastifyReply): Promise<void> {
    const { limit } = this.limits;
    const verdict = await this.limits.take(id);
    if (limit === null || verdict === null) return;
    reply.headers(rateLimitHeaders(limit, verdict));
    if (verdict.admitted) return;
    throw new DomainError('rate_limited', 'This token asks too often.', {
      fix: 'Wait as long as retry-after says; the header RateLimit tells what remains.',
      retryAfterSeconds: verdict.retryAfterSeconds,
    });
  }
}
