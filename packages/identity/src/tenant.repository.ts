import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';

export type Tenant = { readonly id: string; readonly name: string; readonly status: string; readonly createdAt: Date };

/** The tenants and their users. */
@Injectable()
export class TenantRepository {
  constructor(private readonly database: Database) {}

  async insert(id: string, name: string): Promise<Tenant> {
    return this.database.use((client) => client.tenant.create({ data: { id, name } }));
  }

  /** Adds a tenant that pays for itself, and sends inside only until it has paid. */
  async insertMetered(tx: Tx, id: string, name: string): Promise<Tenant> {
    const data = { id, name, metered: true, billingState: 'free', sendPolicy: 'internal_only' };
    return tx.tenant.create({ data });
  }

  /** Adds the tenant where it is missing. */
  async ensure(id: string, name: string): Promise<void> {
    await this.database.use((client) => client.tenant.createMany({ data: [{ id, name }], skipDuplicates: true }));
  }

  async exists(tx: Tx, id: string): Promise<boolean> {
    return (await tx.tenant.count({ where: { id } })) > 0;
  }

  /** The id of the tenant's first user, or null if it has none. */
  async firstUser(tx: Tx, tenantId: string): Promise<number | null> {
    return (await tx.user.aggregate({ where: { tenantId }, _min: { id: true } }))._min.id;
  }

  async insertUser(tx: Tx, tenantId: string, name: string): Promise<number> {
    return (await tx.user.create({ data: { tenantId, name }, select: { id: true } })).id;
  }
}
