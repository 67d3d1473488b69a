import { TenantShares, type Shares } from '@mailroom/concurrency';

/** The shares that tenants have in the deliveries of a process, and whose deliveries wait in the database for one. */
export class DeliveryShares {
  readonly #shares: TenantShares;
  readonly #behind = new Set<string>();

  constructor(all: number) {
    this.#shares = new TenantShares(all);
  }

  begin(tenantId: string): void {
    this.#shares.begin(tenantId);
  }

  /** Returns whether there is room again for a good part of a share, and deliveries wait for it. */
  end(tenantId: string): boolean {
    this.#shares.end(tenantId);
    return this.#behind.has(tenantId) && this.#shares.roomOf(tenantId) > this.#shares.underWayOf(tenantId) / 4;
  }

  /** How many deliveries of each tenant may be begun. */
  now(): Shares {
    return this.#shares.now();
  }

  /** Deliveries of these tenants were left in the database. */
  leftBehind(deliveries: Iterable<{ readonly tenantId: string }>): void {
    for (const { tenantId } of deliveries) this.#behind.add(tenantId);
  }

  /** Learns from a claim within these shares: a tenant whose share was used up may have more that waits. */
  claimed({ tenantIds, rooms, otherwise }: Shares, counts: ReadonlyMap<string, number>): void {
    const known = new Map(tenantIds.map((tenantId, index) => [tenantId, rooms[index] ?? 0]));
    this.#behind.clear();
    for (const [tenantId, room] of known) if ((counts.get(tenantId) ?? 0) >= room) this.#behind.add(tenantId);
    for (const [tenantId, count] of counts) {
      if (count >= (known.get(tenantId) ?? otherwise)) this.#behind.add(tenantId);
    }
  }

  /** Whether deliveries of the tenant may wait for a share, whatever room their endpoints have. */
  isBehind(tenantId: string): boolean {
    return this.#behind.has(tenantId);
  }
}
