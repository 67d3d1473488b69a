import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';

/** A wallet that has signed in: whose it is, and the agent that acts with it. */
export type Wallet = {
  /** It is in lower case, however it was written. */
  readonly address: string;
  readonly agentId: string;
  readonly tenantId: string;
};

/** A tenant that a wallet comes to or leaves. */
type HeldTenant = { readonly id: string; readonly metered: boolean };

const select = { address: true, agentId: true, tenantId: true } as const;

@Injectable()
export class WalletRepository {
  constructor(private readonly database: Database) {}

  async find(address: string): Promise<Wallet | null> {
    return this.database.use((client) => client.wallet.findUnique({ where: { address }, select }));
  }

  /** The wallets with which one signs in to a tenant, at most 100. */
  async ofTenant(tenantId: string): Promise<Wallet[]> {
    const page = { where: { tenantId }, select, orderBy: { boundAt: 'desc' }, take: 100 } as const;
    return this.database.use((client) => client.wallet.findMany(page));
  }

  /** Whether anybody can sign in to the tenant with a wallet. */
  async hasTenant(tenantId: string): Promise<boolean> {
    const found = await this.database.use((client) => client.wallet.findFirst({ where: { tenantId }, select }));
    return found !== null;
  }

  /** Lets only one change of a wallet's tenant, its first included, go on at a time. */
  async hold(tx: Tx, address: string): Promise<void> {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`wallet ${address}`}, 0))`;
  }

  /** The wallet, with which nobody signs in before the transaction ends. */
  async lock(tx: Tx, address: string): Promise<Wallet | null> {
    const [wallet] = await tx.$queryRaw<Wallet[]>`
      select address, agent_id as "agentId", tenant_id as "tenantId" from wallet where address = ${address} for update`;
    return wallet ?? null;
  }

  /**
   * Holds tenants: whatever belongs to one refers to its row, and so does not come or go before the transaction ends. They
   * are held in one order, so that no two wallets that change places wait for each other.
   */
  async holdTenants(tx: Tx, ids: readonly string[]): Promise<HeldTenant[]> {
    return tx.$queryRaw<HeldTenant[]>`
      select id, metered from tenant where id = any (${[...ids]}::text[]) order by id for update`;
  }

  /** Adds the wallet. Two first sign-ins at once are kept apart by whoever calls. */
  async insert(tx: Tx, wallet: Wallet): Promise<void> {
    await tx.wallet.create({ data: wallet });
  }

  /** Moves the wallet and its agent to another tenant; its sessions of before are over. */
  async move(tx: Tx, address: string, tenantId: string): Promise<void> {
    await tx.$executeRaw`update wallet set tenant_id = ${tenantId}, bound_at = now() where address = ${address}`;
    await tx.$executeRaw`update wallet_session set ended_at = now()
      where address = ${address} and ended_at is null and expires_at > now()`;
  }

  /**
   * The seconds after which one more wallet is within a limit per hour; 0 now, and then no other comes in before the
   * transaction ends.
   */
  async secondsUntilRoom(tx: Tx, perHour: number): Promise<number> {
    if (perHour === 0) return 0;
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('new wallets', 0))`;
    const [row] = await tx.$queryRaw<{ seconds: number }[]>`
      select ceil(extract(epoch from created_at + interval '1 hour' - clock_timestamp()))::int as seconds from wallet
      order by created_at desc offset ${perHour - 1}::int limit 1`;
    return Math.max(0, row?.seconds ?? 0);
  }
}
