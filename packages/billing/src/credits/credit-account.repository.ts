import { Injectable } from '@nestjs/common';
import type { Tx } from '@mailroom/database';

/** The accounts of tenants. */
@Injectable()
export class CreditAccountRepository {
  /** Opens an empty account, in the transaction that creates its tenant; one that is open stays as it is. */
  async open(tx: Tx, tenantId: string): Promise<void> {
    await tx.creditAccount.createMany({ data: [{ tenantId }], skipDuplicates: true });
  }

  /** Whether a tenant ever had credits, or has begun to pay for any. */
  async wasUsed(tx: Tx, tenantId: string): Promise<boolean> {
    const [found] = await tx.$queryRaw<{ used: boolean }[]>`
      select exists (select from credit_account where tenant_id = ${tenantId} and (available > 0 or reserved > 0))
        or exists (select from ledger_entry where tenant_id = ${tenantId})
        or exists (select from receipt where tenant_id = ${tenantId}) as used`;
    return found?.used === true;
  }
}
