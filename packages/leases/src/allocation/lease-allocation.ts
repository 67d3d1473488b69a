import { Injectable } from '@nestjs/common';
import { GroupCommitter } from '@mailroom/concurrency';
import { Database } from '@mailroom/database';
import { DomainError, invalidField } from '@mailroom/errors';
import { createPassword, hashPassword, TenantService, type Principal } from '@mailroom/identity';
import { uuidv7 } from '@mailroom/ids';
import { FreeLimits } from '../calls/free-limits.js';
import { FreeUseRepository } from '../calls/free-use.repository.js';
import { PaidCalls, windowOf } from '../calls/paid-calls.js';
import { DEFAULT_LEASE_HOURS, MAX_LEASE_HOURS, type AllocatedLease, type Lease } from '../lease.js';
import { allocations } from '../lease-metrics.js';
import { LeaseOptions } from '../lease.options.js';
import { requireAgent, type Agent } from '../lease.service.js';
import { AllocationRepository, type NewLease } from './allocation.repository.js';
import { LeaseNames, TRIES } from './lease-names.js';

export type LeaseRequest = {
  readonly agentId?: string | undefined;
  readonly purpose?: string | undefined;
  readonly hours?: number | undefined;
};

type Wanted = Omit<NewLease, 'address' | 'look'>;
/** What came of one of a group; `full`: the agent has had as many as are free. */
type Outcome = Lease | 'full' | 'none';
type Queries = Pick<Database, 'query'>;

const MAX_GROUP = 64;
const line = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** Leases mailboxes. Those that are asked for while others are being written are written together. */
@Injectable()
export class LeaseAllocation {
  readonly #committer: GroupCommitter<Wanted, Outcome>;

  constructor(
    private readonly database: Database,
    private readonly rows: AllocationRepository,
    private readonly names: LeaseNames,
    private readonly uses: FreeUseRepository,
    private readonly calls: PaidCalls,
    private readonly tenants: TenantService,
    private readonly limits: FreeLimits,
    private readonly options: LeaseOptions,
  ) {
    this.#committer = new GroupCommitter((wanted) => this.#allocateFree(wanted), { maxGroup: MAX_GROUP });
  }

  /**
   * Resolves when lease, mailbox and password are committed, and with them the use that is counted or the proof that is
   * spent.
   * @throws insufficient_scope, invalid_request, payment_required, unavailable
   */
  async allocate(principal: Principal, request: LeaseRequest, proof: string | undefined): Promise<AllocatedLease> {
    const agent = requireAgent(principal);
    const wanted = wantedOf(agent, request);
    if (this.options.domain === null) throw nowhere();
    const password = createPassword();
    const asked = { ...wanted, passwordHash: await hashPassword(password) };
    const commit = () =>
      proof === undefined ? this.#committer.submit(asked) : this.#allocatePaid(agent, asked, proof);
    const outcome = (await this.#leased(commit)) ?? (await this.#prepared(agent, commit));
    allocations.inc();
    return { ...outcome, password };
  }

  /** Returns null if nothing could be leased for a reason that may be mended. */
  async #leased(commit: () => Promise<Outcome>): Promise<Lease | null> {
    const outcome = await commit();
    if (outcome === 'full') throw this.calls.required('allocation');
    return outcome === 'none' ? null : outcome;
  }

  /** Tries again once the tenant has a user; the domain must be shared. */
  async #prepared({ tenantId }: Agent, commit: () => Promise<Outcome>): Promise<Lease> {
    if (!(await this.rows.isShared(this.options.domain ?? ''))) throw nowhere();
    await this.tenants.firstUser(tenantId);
    const lease = await this.#leased(commit);
    if (lease) return lease;
    throw new DomainError('unavailable', 'No free address was found; try again.', { retryAfterSeconds: 1 });
  }

  async #allocateFree(wanted: readonly Wanted[]): Promise<Outcome[]> {
    return this.#undoing(wanted, async (tx) => {
      const free = await this.#free(tx, wanted);
      const leases = await this.#write(tx, free);
      // What nobody got must not count.
      if (leases.size < free.length) throw new Incomplete();
      return wanted.map((one) => leases.get(one.id) ?? 'full');
    });
  }

  async #allocatePaid(principal: Agent, wanted: Wanted, proof: string): Promise<Outcome> {
    const [outcome = 'none'] = await this.#undoing([wanted], async (tx) => {
      await this.calls.charge(tx, { kind: 'allocation', principal, proof });
      const lease = (await this.#write(tx, [wanted])).get(wanted.id);
      if (!lease) throw new Incomplete();
      return [lease];
    });
    return outcome;
  }

  /** A group of which one could not be leased is undone, and halved by its committer until only that one is left. */
  async #undoing(wanted: readonly Wanted[], work: (tx: Queries) => Promise<Outcome[]>): Promise<Outcome[]> {
    try {
      return await this.database.sqlTransaction(work);
    } catch (error) {
      if (error instanceof Incomplete && wanted.length === 1) return ['none'];
      throw error;
    }
  }

  /** Counts those that are free, in their order. */
  async #free(tx: Queries, wanted: readonly Wanted[]): Promise<Wanted[]> {
    const limit = this.limits.of('allocation');
    const byAgent = new Map<string, Wanted[]>();
    for (const one of wanted) byAgent.set(one.agentId, [...(byAgent.get(one.agentId) ?? []), one]);
    const asked = [...byAgent].flatMap(([subject, own]) =>
      own.slice(0, 1).map(({ tenantId }) => ({ tenantId, subject, wanted: own.length })),
    );
    const window = { window: windowOf(limit), limit: limit.limit };
    const taken = await this.uses.takeMany(tx, asked, 'allocation', window);
    return [...byAgent].flatMap(([agentId, own]) => own.slice(0, taken.get(agentId) ?? 0));
  }

  /** Writes the leases, with other names for those whose names are taken. */
  async #write(tx: Queries, wanted: readonly Wanted[]): Promise<Map<string, Lease>> {
    const written = new Map<string, Lease>();
    const domain = this.options.domain ?? '';
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const left = wanted.filter(({ id }) => !written.has(id));
      if (left.length === 0) break;
      const named = left.map((one) => ({ ...one, ...this.names.next(domain, attempt) }));
      for (const lease of await this.rows.allocate(tx, domain, named)) written.set(lease.id, lease);
    }
    return written;
  }
}

/** Something could not be leased, so nothing is. */
class Incomplete extends Error {
  override readonly name = 'Incomplete';
}

/** @throws insufficient_scope, invalid_request */
function wantedOf(agent: Agent, { agentId, purpose = '', hours }: LeaseRequest): Omit<Wanted, 'passwordHash'> {
  if (agentId !== undefined && agentId !== agent.agentId) {
    throw new DomainError('insufficient_scope', 'The agent_id is not that of this session.', {
      fix: `Send agent_id ${agent.agentId}, or leave it out.`,
    });
  }
  if (!line.test(purpose)) throw invalidField('purpose', 'must be one line');
  const ttl = hours ?? DEFAULT_LEASE_HOURS;
  if (!(ttl >= 1 && ttl <= MAX_LEASE_HOURS)) throw invalidField('ttl_hours', `must be from 1 to ${MAX_LEASE_HOURS}`);
  const id = `lse_${uuidv7().replaceAll('-', '')}`;
  const { tenantId, id: principalId, requestId = null } = agent;
  return { id, tenantId, agentId: agent.agentId, purpose: purpose.trim(), hours: ttl, principalId, requestId };
}

function nowhere(): DomainError {
  return new DomainError('unavailable', 'No mailboxes are leased here.', {
    fix: 'Ask the operator of the installation to set LEASE_DOMAIN, and to share that domain.',
  });
}
