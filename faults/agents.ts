import { statement, type Database } from '@mailroom/database';
import type { Answer, ApiClient } from './api-client.js';
import type { Lease, LeaseHistory } from './lease-history.js';
import { pause } from './pause.js';
import type { Random } from './random.js';

/** The result of an answer to an email, by idempotency key; `unclear` means that its agent gave up without a reply. */
export type Reply = { emailId: number; state: 'accepted' | 'refused' | 'unclear'; sentEmailId: number | null };

export type AgentsOptions = {
  readonly api: ApiClient;
  readonly database: Database;
  readonly history: LeaseHistory;
  readonly random: Random;
};

type Claimed = { id: number; task: { leaseToken: string; leaseExpiresAt: string; attempts: number } };

const AGENTS = 6;
const RETRY_MS = 100;
/** The shortest lease that the API gives. */
const TTL_SECONDS = 30;
const BATCH = 20;
const ABANDONED_SHARE = 0.02;
const STALE_SHARE = 0.01;
const RENEWED_SHARE = 0.06;
const RELEASED_SHARE = 0.04;
const REPLIED_SHARE = 0.2;
/** The most leases that may wait for their end at a time. */
const MAX_ABANDONED = 60;

const leaseNow = statement(
  'faults-lease',
  `select coalesce(lease_token, '') as token, coalesce(lease_expires_at <= now(), true) as expired
   from email_task where email_id = $1`,
);

/** Agents of every kind: quick, forgetful and stubborn ones. Each records what it was told. */
export class Agents {
  readonly replies = new Map<string, Reply>();
  readonly counts = { finished: 0, renewed: 0, released: 0, abandoned: 0, staleRefused: 0, unanswered: 0 };
  readonly #running: Promise<void>[];
  readonly #watches = new Set<Promise<void>>();
  /** Lets agents finish whatever they get from now on. */
  #isDiligent = false;
  #isStopped = false;
  #isGivenUp = false;

  constructor(private readonly options: AgentsOptions) {
    this.#running = Array.from({ length: AGENTS }, (_, index) => this.#work(`agent-${index}`));
  }

  beDiligent(): void {
    this.#isDiligent = true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#running, ...this.#watches]);
  }

  /** Stops the agents, whatever is under way. */
  async giveUp(): Promise<void> {
    this.#isGivenUp = true;
    await this.stop();
  }

  async #work(owner: string): Promise<void> {
    while (!this.#isStopped) {
      const claimed = await this.#claimBatch(owner);
      const done: Lease[] = [];
      for (const lease of claimed) if (await this.#handle(lease)) done.push(lease);
      if (done.length > 0) await this.#finishAll(owner, done);
      if (claimed.length === 0) await pause(RETRY_MS);
    }
  }

  async #claimBatch(owner: string): Promise<Lease[]> {
    const timeSort = this.options.random.chance(0.5) ? 1 : 0;
    const body = { owner, ttlSeconds: TTL_SECONDS, limit: BATCH, timeSort, includeExpired: true, waitSeconds: 1 };
    const answer = await this.#call('POST', '/tasks/claim-batch', body);
    if (answer.status !== 200) return [];
    return (answer.data as { items: Claimed[] }).items.map((item) => this.#note(owner, item, answer));
  }

  #note(owner: string, { id: emailId, task }: Claimed, { sentAt: askedAt, answeredAt }: Answer): Lease {
    const { leaseToken, attempts } = task;
    const expiresAt = Date.parse(task.leaseExpiresAt);
    const startAt = expiresAt - TTL_SECONDS * 1_000;
    const times = { askedAt, startAt, answeredAt, expiresAt };
    return this.options.history.claimed({ emailId, owner, leaseToken, attempts, ...times });
  }

  /** Tells whether the task should be finished together with others. */
  async #handle(lease: Lease): Promise<boolean> {
    const { random } = this.options;
    const lot = this.#isDiligent ? 1 : random.next();
    const mayAbandon = this.#watches.size < MAX_ABANDONED;
    let bound = ABANDONED_SHARE;
    if (lot < bound) return !mayAbandon || this.#abandon(lease, false);
    if (lot < (bound += STALE_SHARE)) return !mayAbandon || this.#abandon(lease, true);
    if (lot < (bound += RELEASED_SHARE)) return this.#release(lease);
    if (lot < bound + RENEWED_SHARE) await this.#renew(lease);
    if (!this.#isDiligent && random.chance(REPLIED_SHARE)) return this.#reply(lease);
    return true;
  }

  async #renew(lease: Lease): Promise<void> {
    const body = { leaseToken: lease.leaseToken, ttlSeconds: TTL_SECONDS };
    const { status, data } = await this.#call('POST', `/emails/${lease.emailId}/renew`, body);
    if (status !== 200) return;
    lease.expiresAt = Date.parse((data as Claimed).task.leaseExpiresAt);
    this.counts.renewed += 1;
  }

  async #release(lease: Lease): Promise<false> {
    endAsked(lease);
    lease.released = true;
    const { status } = await this.#call('POST', `/emails/${lease.emailId}/release`, { leaseToken: lease.leaseToken });
    if (status === 200) this.counts.released += 1;
    return false;
  }

  /** Tries again after each silence: its token makes sure that it is done once at most. */
  async #finish(lease: Lease): Promise<void> {
    endAsked(lease);
    const body = { leaseToken: lease.leaseToken, status: 'handled' };
    const { status } = await this.#insist(() => this.#call('PUT', `/emails/${lease.emailId}/task`, body));
    if (status === 200) this.counts.finished += 1;
  }

  async #finishAll(owner: string, leases: readonly Lease[]): Promise<void> {
    for (const lease of leases) endAsked(lease);
    const body = { owner, emailIds: leases.map(({ emailId }) => emailId), status: 'handled' };
    const { status, data } = await this.#insist(() => this.#call('PUT', '/tasks/update-batch', body));
    if (status === 200)
      this.counts.finished += (data as { items: { ok: boolean }[] }).items.filter(({ ok }) => ok).length;
  }

  async #reply(lease: Lease): Promise<false> {
    const { emailId, leaseToken } = lease;
    const key = `reply-${emailId}-${leaseToken}`;
    const reply: Reply = { emailId, state: 'unclear', sentEmailId: null };
    this.replies.set(key, reply);
    endAsked(lease);
    const body = { emailId, text: `An answer to ${emailId}.`, completeTask: true, leaseToken, idempotencyKey: key };
    const { status, data } = await this.#insist(() => this.#call('POST', '/reply', body));
    if (status === 200) {
      Object.assign(reply, { state: 'accepted', sentEmailId: (data as { id: number }).id });
      this.counts.finished += 1;
    } else if (status > 0 && status < 500) reply.state = 'refused';
    return false;
  }

  /** Lets the lease end, and then either claims the task again or comes too late with its stale token. */
  #abandon(lease: Lease, isStale: boolean): false {
    this.counts.abandoned += 1;
    const watch: Promise<void> = this.#awaitExpiry(lease, isStale).finally(() => this.#watches.delete(watch));
    this.#watches.add(watch);
    return false;
  }

  async #awaitExpiry(lease: Lease, isStale: boolean): Promise<void> {
    while (Date.now() < lease.expiresAt && !this.#isGivenUp) await pause(Math.min(lease.expiresAt - Date.now(), 500));
    // The database's clock decides, and it has microseconds.
    while ((await this.#stateOf(lease)) === 'active') await pause(1);
    if (isStale) return this.#finishTooLate(lease);
    const owner = `${lease.owner}-watch`;
    while (!this.#isGivenUp) {
      const answer = await this.#call('POST', `/emails/${lease.emailId}/claim`, { owner, ttlSeconds: TTL_SECONDS });
      if (answer.status === 200) return this.#finish(this.#note(owner, answer.data as Claimed, answer));
      if (answer.status > 0 && answer.status < 500) {
        // Someone else must have it: a task that still has its ended lease would have been claimable.
        if ((await this.#stateOf(lease)) !== 'other') {
          this.options.history.complain(`task ${lease.emailId} had expired and was not given: ${answer.status}`);
        }
        return;
      }
      await pause(RETRY_MS);
    }
  }

  async #finishTooLate({ emailId, leaseToken }: Lease): Promise<void> {
    const body = { leaseToken, status: 'handled' };
    const { status } = await this.#insist(() => this.#call('PUT', `/emails/${emailId}/task`, body));
    if (status === 409) this.counts.staleRefused += 1;
    else if (!this.#isGivenUp)
      this.options.history.complain(`task ${emailId} was changed with a stale lease token: ${status}`);
  }

  async #stateOf({ emailId, leaseToken }: Lease): Promise<'active' | 'expired' | 'other'> {
    while (!this.#isGivenUp) {
      try {
        const [row] = await this.options.database.query<{ token: string; expired: boolean }>(leaseNow, [emailId]);
        if (row?.token !== leaseToken) return 'other';
        return row.expired ? 'expired' : 'active';
      } catch {
        await pause(RETRY_MS);
      }
    }
    return 'other';
  }

  /** Repeats the call until it gets a final answer, as a client does while its server restarts. */
  async #insist(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await ask();
      const isFinal = answer.status > 0 && answer.status < 500 && answer.problem !== 'idempotency_in_progress';
      if (isFinal || this.#isGivenUp) return answer;
      await pause(RETRY_MS);
    }
  }

  async #call(method: string, path: string, body: object): Promise<Answer> {
    const answer = await this.options.api.call(method, path, body);
    if (answer.status === 0) this.counts.unanswered += 1;
    return answer;
  }
}

function endAsked(lease: Lease): void {
  lease.endAskedAt ??= Date.now();
}
