import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import type { TenantState } from './tenant-state.js';
import { TenantRepository, type Tenant } from './tenant.repository.js';

/** The first tenant, which owns the installation's domains. */
export const DEFAULT_TENANT_ID = 'tnt_default';

@Injectable()
export class TenantService {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
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

  /** What a state allows, `tenant-state.ts` says. @throws not_found */
  async setStatus(id: string, status: TenantState): Promise<void> {
    if (!(await this.tenants.setStatus(id, status))) throw new DomainError('not_found', `There is no tenant ${id}.`);
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

function createTenantId(): string {
  return `tnt_${randomBytes(10).toString('hex')}`;
}
