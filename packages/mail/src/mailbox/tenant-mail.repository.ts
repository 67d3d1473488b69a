import { Injectable } from '@nestjs/common';
import type { Tx } from '@mailroom/database';

/** What tenants have of mail. */
@Injectable()
export class TenantMailRepository {
  /** Whether a tenant has, or ever had, a mailbox or a domain of its own. */
  async hasAny(tx: Tx, tenantId: string): Promise<boolean> {
    const [found] = await tx.$queryRaw<{ has: boolean }[]>`
      select exists (select from mailbox where tenant_id = ${tenantId})
        or exists (select from mail_domain where tenant_id = ${tenantId}) as has`;
    return found?.has === true;
  }
}
