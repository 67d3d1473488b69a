import { Injectable } from '@nestjs/common';
import { Slots } from '@mailroom/concurrency';
import { Database, type Tx } from '@mailroom/database';
import { DomainError, invalidField, failureOutcome } from '@mailroom/errors';
import { FreeNames, readableName } from '@mailroom/mail';
import { similarAliases } from './alias.js';
import { NamesTaken, Newcomers, type Place } from './newcomers.js';
import type { SignedUp } from './signed-up.js';
import { signups } from './signup-metrics.js';
import { SignupOptions } from './signup.options.js';
import { hashSignup, signupRequest, type SignupInput, type SignupRequest } from './signup-request.js';
import { SignupRepository, type KeyedClient } from './signup.repository.js';

/** Who asks. */
export type SignupClient = {
  /** Its network, which limits and keys go by. */
  readonly network: string;
  readonly idempotencyKey: string | undefined;
  readonly requestId: string | undefined;
};

type Settled = { readonly outcome: 'created' | 'replayed'; readonly signedUp: SignedUp };

/** The numbers of digits in names that we make, one try after the other: there are more names with each. */
const DIGITS = [3, 4, 6];
const NAMES_PER_TRY = 6;
const SUGGESTIONS = 3;
/** Signups of one process at a time; strangers get no more of the database than that. */
const AT_ONCE = 4;
const WAIT_MS = 5_000;
const MAX_WAITING = 1_000;

@Injectable()
export class SignupService {
  readonly #slots = new Slots(AT_ONCE);

  constructor(
    private readonly options: SignupOptions,
    private readonly database: Database,
    private readonly rows: SignupRepository,
    private readonly newcomers: Newcomers,
    private readonly names: FreeNames,
  ) {}

  /**
   * Resolves when tenant, user, mailbox, token and credit account are committed. The challenge comes last of all that can
   * refuse a signup before, since an answer to it is good once only.
   * @throws signup_closed, invalid_request, rate_limited, address_taken, idempotency_conflict
   */
  async signUp(input: SignupInput, client: SignupClient, challenge: () => Promise<void>): Promise<SignedUp> {
    try {
      return await this.#signUp(input, client, challenge);
    } catch (error) {
      signups[failureOutcome(error)].inc();
      throw error;
    }
  }

  async #signUp(input: SignupInput, client: SignupClient, challenge: () => Promise<void>): Promise<SignedUp> {
    const { domain } = this.options;
    if (domain === null) throw closed();
    const request = signupRequest(input);
    const earlier = await this.#earlier(request, client);
    if (earlier) return earlier;
    try {
      return await this.#signUpAnew(request, client, domain, challenge);
    } catch (error) {
      // A request of the same key may have been settled meanwhile, and be who has the name, or was the last of the hour.
      const winner = error instanceof DomainError && (await this.#earlier(request, client));
      if (winner) return winner;
      throw error;
    }
  }

  /** What a request of the same key came to. @throws idempotency_conflict if that was a different one */
  async #earlier(request: SignupRequest, client: SignupClient): Promise<SignedUp | null> {
    const keyed = keyedClient(client);
    const earlier = keyed && (await this.rows.findEarlier(keyed));
    return earlier && counted('replayed', replay(earlier, request));
  }

  async #signUpAnew(
    request: SignupRequest,
    client: SignupClient,
    domain: string,
    challenge: () => Promise<void>,
  ): Promise<SignedUp> {
    if (request.alias !== null && this.names.isReserved(request.alias)) {
      throw invalidField('mailboxAlias', 'is a name that is kept for the service, or looks like one');
    }
    requireRoom(await this.rows.secondsUntilRoom(client.network, this.options));
    await challenge();
    for (const digits of DIGITS) {
      const names = await this.#namesFor(request, domain, digits);
      const signedUp = await this.#settle(request, client, { domain, names, requestId: client.requestId });
      if (signedUp) return signedUp;
    }
    throw new DomainError('unavailable', 'No free name was found; try again.', { retryAfterSeconds: 1 });
  }

  /** Asks before anything is written: a refused insert would use up ids. */
  async #namesFor({ alias }: SignupRequest, domain: string, digits: number): Promise<readonly string[]> {
    if (alias === null) {
      return this.names.among(
        domain,
        Array.from({ length: NAMES_PER_TRY }, () => readableName(digits)),
      );
    }
    if ((await this.names.among(domain, [alias])).length === 0) throw await this.#taken(alias, domain);
    return [alias];
  }

  /** Returns null if each of the names was taken in the meantime. */
  async #settle(request: SignupRequest, client: SignupClient, place: Place): Promise<SignedUp | null> {
    try {
      const work = () => this.database.transaction((tx) => this.#settleIn(tx, request, client, place));
      const settled = this.#slots.waiting < MAX_WAITING ? await this.#slots.run(WAIT_MS, work) : null;
      if (settled) return counted(settled.outcome, settled.signedUp);
      throw new DomainError('unavailable', 'Too many sign up at the moment.', { retryAfterSeconds: 5 });
    } catch (error) {
      if (!(error instanceof NamesTaken)) throw error;
      if (request.alias !== null) throw await this.#taken(request.alias, place.domain);
      return null;
    }
  }

  async #settleIn(tx: Tx, request: SignupRequest, client: SignupClient, place: Place): Promise<Settled> {
    const { network } = client;
    const keyed = keyedClient(client);
    if (keyed) {
      await this.rows.holdKey(tx, keyed);
      const earlier = await this.rows.findEarlierIn(tx, keyed);
      if (earlier) return { outcome: 'replayed', signedUp: replay(earlier, request) };
    }
    await this.rows.holdLimits(tx, network, this.options);
    requireRoom(await this.rows.secondsUntilRoomIn(tx, network, this.options));
    const signedUp = await this.newcomers.settle(tx, request, place);
    await this.rows.insert(tx, signedUp.tenantId, request);
    if (!keyed) await this.rows.insertRecent(tx, network);
    else await this.rows.insertKeyed(tx, keyed, { requestHash: hashSignup(request), answer: JSON.stringify(signedUp) });
    return { outcome: 'created', signedUp };
  }

  async #taken(alias: string, domain: string): Promise<DomainError> {
    const free = await this.names.among(domain, similarAliases(alias));
    const message = `The address ${alias}@${domain}, or one that looks like it, is or was in use.`;
    return new DomainError('address_taken', message, { details: { suggestions: free.slice(0, SUGGESTIONS) } });
  }
}

function counted(outcome: Settled['outcome'], signedUp: SignedUp): SignedUp {
  signups[outcome].inc();
  return signedUp;
}

function keyedClient({ network, idempotencyKey: key }: SignupClient): KeyedClient | null {
  return key === undefined ? null : { network, key };
}

/** @throws idempotency_conflict if the earlier request was a different one */
function replay(earlier: { readonly requestHash: Buffer; readonly answer: string }, request: SignupRequest): SignedUp {
  if (!earlier.requestHash.equals(hashSignup(request))) {
    throw new DomainError('idempotency_conflict', 'This idempotency key was used for another signup.', {
      fix: 'Use a new key for a new signup.',
    });
  }
  return JSON.parse(earlier.answer) as SignedUp;
}

function requireRoom(seconds: number): void {
  if (seconds === 0) return;
  throw new DomainError('rate_limited', 'There were too many signups in the last hour.', {
    fix: 'Wait as long as retry-after says, or use the mailbox that you have.',
    retryAfterSeconds: seconds,
  });
}

function closed(): DomainError {
  return new DomainError('signup_closed', 'Nobody may sign up here.');
}
