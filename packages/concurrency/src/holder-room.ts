import { DomainError, readNumber, type Complain, type Environment } from '@mailroom/errors';
import { TenantShares } from './tenant-shares.js';

/** How many of a kind, such as streams, one process holds open for each principal, and in all. */
export type RoomLimits = { readonly perPrincipal: number; readonly inAll: number };

/** What is held open belongs to a token, and so to its tenant. */
export type Holder = { readonly principalId: string; readonly tenantId: string };

/** What is said to whoever finds no room. */
export type RoomWords = {
  /** Continues how many there are, as in "2 streams open". */
  readonly held: string;
  /** Says that the process has no room for anybody, and what to do then. */
  readonly full: string;
  readonly later: string;
  /** Says how a holder makes room. */
  readonly fix: string;
};

const RETRY_SECONDS = 10;
const MAX_HELD = 1_000_000;

/**
 * Counts what a surface holds open in this process, of which each costs a connection at least. A tenant may have any
 * number of tokens, so that it also has a share in all of the room (ADR 0056).
 */
export class HolderRoom {
  readonly #ofPrincipal = new Map<string, number>();
  readonly #ofTenant: TenantShares;

  constructor(
    private readonly limits: RoomLimits,
    private readonly words: RoomWords,
  ) {
    this.#ofTenant = new TenantShares(limits.inAll);
  }

  /** Whoever enters leaves once. @throws rate_limited; unavailable if all the room of this process is taken */
  enter({ principalId, tenantId }: Holder): void {
    const { held, full, later } = this.words;
    const own = this.#ofPrincipal.get(principalId) ?? 0;
    if (own >= this.limits.perPrincipal) throw this.#tooMany(`This token has ${own} ${held} already.`);
    if (this.#ofTenant.isFull) {
      throw new DomainError('unavailable', full, { fix: later, retryAfterSeconds: RETRY_SECONDS });
    }
    if (this.#ofTenant.roomOf(tenantId) === 0) {
      const all = this.#ofTenant.underWayOf(tenantId);
      throw this.#tooMany(`The tokens of this tenant have ${all} ${held} already.`);
    }
    this.#ofPrincipal.set(principalId, own + 1);
    this.#ofTenant.begin(tenantId);
  }

  leave({ principalId, tenantId }: Holder): void {
    const left = (this.#ofPrincipal.get(principalId) ?? 0) - 1;
    if (left > 0) this.#ofPrincipal.set(principalId, left);
    else this.#ofPrincipal.delete(principalId);
    this.#ofTenant.end(tenantId);
  }

  /** Holds room for as long as `work` takes. @throws as `enter` does, before `work` begins */
  async during<T>(holder: Holder, work: () => Promise<T>): Promise<T> {
    this.enter(holder);
    try {
      return await work();
    } finally {
      this.leave(holder);
    }
  }

  #tooMany(message: string): DomainError {
    return new DomainError('rate_limited', message, { fix: this.words.fix, retryAfterSeconds: RETRY_SECONDS });
  }
}

/** Reads the two variables of a room; 0 means that nobody may hold any open. */
export function readRoomLimits(
  env: Environment,
  names: Readonly<Record<keyof RoomLimits, string>>,
  otherwise: RoomLimits,
  complain: Complain,
): RoomLimits {
  const read = (limit: keyof RoomLimits) =>
    readNumber(env, names[limit], { max: MAX_HELD, otherwise: otherwise[limit] }, complain);
  return { perPrincipal: read('perPrincipal'), inAll: read('inAll') };
}
