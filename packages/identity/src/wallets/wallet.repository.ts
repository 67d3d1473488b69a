import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';

/** A wallet that has signed in: whose it is, and the agent that acts with it. */
export type Wallet = {
  /** In lower case, however it was written. */
  readonly address: string;
  readonly agentId: string;
  readonly tenantId: string;
};

const select = { address: true, agentId: true, tenantId: true } as const;

@Injectable()
export class WalletRepository {
  constructor(private readonly database: Database) {}

  async find(address: string): Promise<Wallet | null> {
    return this.database.use((client) => client.wallet.findUnique({ where: { address }, select }));
  }

  /** Whether anybody can sign in to the tenant with a wallet. */
  async hasTenant(tenantId: string): Promise<boolean> {
    const found = await this.database.use((client) => client.wallet.findFirst({ where: { tenantId }, select }));
    return found !== null;
  }

  /** Adds the wallet. Two first sign-ins at once are kept apart by whoever calls. */
  async insert(tx: Tx, wallet: Wallet): Promise<void> {
    await tx.wallet.create({ data: wallet });
  }
}
