import { TenantShares } from '@mailroom/concurrency';
import { DomainError } from '@mailroom/errors';

/** How many streams of events one process holds open. */
export type StreamLimits = { readonly perPrincipal: number; readonly inAll: number };

/** A stream belongs to a token, and so to its tenant. */
export type StreamHolder = { readonly principalId: string; readonly tenantId: string };

const RETRY_SECONDS = 10;

/**
 * Counts the streams that a surface holds open in this process: each costs a connection and what waits for its client.
 * A tenant may have any number of tokens, so that it also has a share in all streams (ADR 0056).
 */
export class StreamRoom {
  readonly #ofPrincipal = new Map<string, number>();
  readonly #ofTenant: TenantShares;

  constructor(private readonly limits: StreamLimits) {
    this.#ofTenant = new TenantShares(limits.inAll);
  }

  /** Whoever enters leaves once. @throws rate_limited; unavailable if all the room of this process is taken */
  enter({ principalId, tenantId }: StreamHolder): void {
    const own = this.#ofPrincipal.get(principalId) ?? 0;
    if (own >= this.limits.perPrincipal) throw tooMany(`This token has ${own} streams open already.`);
    if (this.#ofTenant.isFull) {
      throw new DomainError('unavailable', 'Too many streams are open here.', {
        fix: 'Open the stream again later.',
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    if (this.#ofTenant.roomOf(tenantId) === 0) {
      throw tooMany(`The tokens of this tenant have ${this.#ofTenant.underWayOf(tenantId)} streams open already.`);
    }
    this.#ofPrincipal.set(principalId, own + 1);
    this.#ofTenant.begin(tenantId);
  }

  leave({ principalId, tenantId }: StreamHolder): void {
    const left = (this.#ofPrincipal.get(principalId) ?? 0) - 1;
    if (left > 0) this.#ofPrincipal.set(principalId, left);
    else this.#ofPrincipal.delete(principalId);
    this.#ofTenant.end(tenantId);
  }
}

function tooMany(message: string): DomainError {
  const fix = 'Close the streams that nobody reads any more.';
  return new DomainError('rate_limited', message, { fix, retryAfterSeconds: RETRY_SECONDS });
}
