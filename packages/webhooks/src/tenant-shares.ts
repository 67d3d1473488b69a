/** How many requests of each tenant may be begun; of those that are not named, `otherwise`. */
export type Shares = {
  readonly tenantIds: readonly string[];
  readonly rooms: readonly number[];
  readonly otherwise: number;
};

/**
 * Shares the requests that a process makes among tenants: each may have as many under way as are left free. So one that
 * is alone has half of them, many that are slow together leave as much as each of them has, and whoever has none under
 * way always gets one.
 */
export class TenantShares {
  readonly #underWay = new Map<string, number>();
  /** Tenants of which deliveries wait in the database for a share. */
  readonly #behind = new Set<string>();
  #total = 0;

  constructor(private readonly all: number) {}

  begin(tenantId: string): void {
    this.#total += 1;
    this.#underWay.set(tenantId, this.#of(tenantId) + 1);
  }

  /** Returns whether there is room again for a good part of a share, and deliveries wait for it. */
  end(tenantId: string): boolean {
    this.#total -= 1;
    const left = this.#of(tenantId) - 1;
    if (left > 0) this.#underWay.set(tenantId, left);
    else this.#underWay.delete(tenantId);
    return this.#behind.has(tenantId) && this.#roomBeside(left) > left / 4;
  }

  /** How many requests of a tenant may be begun. */
  roomOf(tenantId: string): number {
    return this.#roomBeside(this.#of(tenantId));
  }

  /** The same of all tenants. */
  now(): Shares {
    const tenants = [...this.#underWay];
    return {
      tenantIds: tenants.map(([tenantId]) => tenantId),
      rooms: tenants.map(([, underWay]) => this.#roomBeside(underWay)),
      otherwise: this.#roomBeside(0),
    };
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

  #of(tenantId: string): number {
    return this.#underWay.get(tenantId) ?? 0;
  }

  #roomBeside(underWay: number): number {
    const free = Math.max(0, this.all - this.#total);
    return Math.max(underWay === 0 ? Math.min(1, free) : 0, Math.floor((free - underWay) / 2));
  }
}
