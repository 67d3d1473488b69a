import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import type { TenantStanding } from './tenant-state.js';

/** What of a standing changes; a policy survives a suspension, and comes back when the status is active again. */
export type StandingChange = Partial<Pick<TenantStanding, 'billingState' | 'sendPolicy' | 'status'>>;

const columns = 'metered, status, billing_state as "billingState", send_policy as "sendPolicy"';

/** How far tenants have come towards paying and sending. */
@Injectable()
export class TenantStandingRepository {
  constructor(private readonly database: Database) {}

  async find(id: string): Promise<TenantStanding | undefined> {
    const sql = `select ${columns} from tenant where id = $1`;
    const [found] = await this.database.use((client) => client.$queryRawUnsafe<TenantStanding[]>(sql, id));
    return found;
  }

  /** Holds the tenant's row until the transaction ends, so that changes of it come one after the other. */
  async lock(tx: Tx, id: string): Promise<TenantStanding | undefined> {
    const sql = `select ${columns} from tenant where id = $1 for no key update`;
    return (await tx.$queryRawUnsafe<TenantStanding[]>(sql, id))[0];
  }

  async update(tx: Tx, id: string, change: StandingChange): Promise<void> {
    await tx.tenant.update({ where: { id }, data: change });
  }
}
