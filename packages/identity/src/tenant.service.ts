import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { changedMeanwhile, DomainError } from '@mailroom/errors';
import { tenantPolicyChanged } from '@mailroom/events';
import { Outbox } from '@mailroom/messaging';
import { AuditTrail, type AuditedActor } from './audit/audit-trail.js';
import { TenantStandingRepository, type StandingChange } from './tenant-standing.repository.js';
import { outboundPolicyOf, versionOfStanding, type TenantStanding, type TenantState } from './tenant-state.js';
import { TenantRepository, type Tenant } from './tenant.repository.js';

/** The first tenant, which owns the installation's domains. */
export const DEFAULT_TENANT_ID = 'tnt_default';

const standingParts = ['status', 'billingState', 'sendPolicy'] as const;

/** Who changes a standing, why, and what he saw. */
type StandingReason = {
  readonly by?: AuditedActor;
  readonly reason?: string;
  readonly expectedVersion?: string | undefined;
};

@Injectable()
export class TenantService {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly standings: TenantStandingRepository,
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async create(name: string): Promise<Tenant> {
    return this.tenants.insert(createTenantId(), name);
  }

  /** Creates a tenant of the free tier. Its credit account is opened in the same transaction (`packages/billing`). */
  async createMetered(tx: Tx, name: string): Promise<Tenant> {
    return this.tenants.insertMetered(tx, createTenantId(), name);
  }

  /** Creates the first tenant if it is missing. */
  async ensureDefault(): Promise<void> {
    await this.tenants.ensure(DEFAULT_TENANT_ID, 'default');
  }

  /** The operator's word about a tenant; what a state allows, `tenant-state.ts` says. @throws not_found */
  async setStatus(id: string, status: TenantState): Promise<void> {
    await this.database.transaction((tx) => this.setStanding(tx, id, { status }, { by: null }));
  }

  /** @throws not_found */
  async standing(id: string): Promise<TenantStanding> {
    return (await this.standings.find(id)) ?? missing(id);
  }

  /** The standing, which nobody else changes before the transaction ends. @throws not_found */
  async lockStanding(tx: Tx, id: string): Promise<TenantStanding> {
    return (await this.standings.lock(tx, id)) ?? missing(id);
  }

  /**
   * Changes how far a tenant may send or has come towards paying, with its event and its entry in the audit trail; what
   * is so already changes nothing. Returns the standing now. @throws not_found; conflict if it is not the expected one
   */
  async setStanding(
    tx: Tx,
    id: string,
    change: StandingChange,
    { by = 'system', reason = '', expectedVersion }: StandingReason = {},
  ): Promise<TenantStanding> {
    const before = await this.lockStanding(tx, id);
    const after = { ...before, ...change };
    if (standingParts.every((part) => after[part] === before[part])) return before;
    const version = versionOfStanding(before);
    if (version !== (expectedVersion ?? version)) throw changedMeanwhile(`The standing of the tenant ${id}`, version);
    await this.standings.update(tx, id, change);
    const [policy, billingState] = [outboundPolicyOf(after), after.billingState];
    await this.outbox.append(tx, tenantPolicyChanged, { tenantId: id, policy, billingState });
    const details = { policyBefore: outboundPolicyOf(before), policy, billingState, reason };
    await this.audit.record(tx, by, { action: 'tenant.policy_changed', tenantId: id, targetId: id, details });
    return after;
  }

  /** The owner of what belongs to the tenant as a whole: its first user, who is created if there is none. */
  async firstUser(tenantId: string): Promise<number> {
    return this.database.transaction(
      async (tx) => (await this.tenants.firstUser(tx, tenantId)) ?? this.createUser(tx, tenantId, ''),
    );
  }

  async createUser(tx: Tx, tenantId: string, name: string): Promise<number> {
    return this.tenants.insertUser(tx, tenantId, name);
  }
}

function missing(id: string): never {
  throw new DomainError('not_found', `There is no tenant ${id}.`);
}

function createTenantId(): string {
  return `tnt_${randomBytes(10).toString('hex')}`;
}
