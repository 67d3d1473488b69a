import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import type { TenantState } from './tenant-state.js';

export type Tenant = { readonly id: string; readonly name: string; readonly status: string; readonly createdAt: Date };

/** The first tenant, which owns the installation's domains. */
export const DEFAULT_TENANT_ID = 'tnt_default';

@Injectable()
export class TenantService {
  constructor(private readonly database: Database) {}

  async create(name: string): Promise<Tenant> {
    const id = `tnt_${randomBytes(10).toString('hex')}`;
    return this.database.use((client) => client.tenant.create({ data: { id, name } }));
  }

  /** Creates the first tenant if it is missing. */
  async ensureDefault(): Promise<void> {
    await this.database.use((client) =>
      client.tenant.createMany({ data: [{ id: DEFAULT_TENANT_ID, name: 'default' }], skipDuplicates: true }),
    );
  }

  /** What a state allows, `tenant-state.ts` says. @throws not_found */
  async setStatus(id: string, status: TenantState): Promise<void> {
    const { count } = await this.database.use((client) =>
      client.tenant.updateMany({ where: { id }, data: { status } }),
    );
    if (count === 0) throw new DomainError('not_found', `There is no tenant ${id}.`);
  }

  /** The owner of what belongs to the tenant as a whole: its first user, who is created if there is none. */
  async firstUser(tenantId: string): Promise<number> {
    return this.database.transaction(async (tx) => {
      const { _min } = await tx.user.aggregate({ where: { tenantId }, _min: { id: true } });
      return _min.id ?? this.createUser(tx, tenantId, '');
    });
  }

  async createUser(tx: Tx, tenantId: string, name: string): Promise<number> {
    const { id } = await tx.user.create({ data: { tenantId, name }, select: { id: true } });
    return id;
  }
}
