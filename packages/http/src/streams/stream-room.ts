import { DomainError } from '@mailroom/errors';

/** How many streams of events one process holds open. */
export type StreamLimits = { readonly perPrincipal: number; readonly inAll: number };

const RETRY_SECONDS = 10;

/** Counts the streams that a surface holds open in this process: each costs a connection and what waits for its client. */
export class StreamRoom {
  readonly #ofPrincipal = new Map<string, number>();
  #all = 0;

  constructor(private readonly limits: StreamLimits) {}

  /** Whoever enters leaves once. @throws rate_limited; unavailable if others have taken all the room of this process */
  enter(principalId: string): void {
    const own = this.#ofPrincipal.get(principalId) ?? 0;
    if (own >= this.limits.perPrincipal) {
      throw new DomainError('rate_limited', `This token has ${own} streams open already.`, {
        fix: 'Close the streams that nobody reads any more.',
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    if (this.#all >= this.limits.inAll) {
      throw new DomainError('unavailable', 'Too many streams are open here.', {
        fix: 'Open the stream again later.',
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    this.#ofPrincipal.set(principalId, own + 1);
    this.#all += 1;
  }

  leave(principalId: string): void {
    const left = (this.#ofPrincipal.get(principalId) ?? 0) - 1;
    if (left > 0) this.#ofPrincipal.set(principalId, left);
    else this.#ofPrincipal.delete(principalId);
    this.#all -= 1;
  }
}
