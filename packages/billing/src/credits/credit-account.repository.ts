import { Injectable } from '@nestjs/common';
import type { Tx } from '@mailroom/database';

/** The accounts of tenants. */
@Injectable()
export class CreditAccountRepository {
  /** Opens an empty account, in the transaction that creates its tenant; one that is open stays as it is. */
  async open(tx: Tx, tenantId: string): Promise<void> {
    await tx.creditAccount.createMany({ data: [{ tenantId }], skipDuplicates: true });
  }
}
