/** How much more of each tenant may be begun; of those that are not named, `otherwise`. */
export type Shares = {
  readonly tenantIds: readonly string[];
  readonly rooms: readonly number[];
  readonly otherwise: number;
};

/**
 * Shares what a process has room for among tenants, such as the requests that it makes or the streams that it holds open:
 * each may have as many under way as are left free. So one that is alone has half of them, many that use theirs up leave
 * as much as each of them has, and whoever has none under way always gets one.
 */
export class TenantShares {
  readonly #underWay = new Map<string, number>();
  #total = 0;

  constructor(private readonly all: number) {}

  /** Whether nobody has room. */
  get isFull(): boolean {
    return this.#total >= this.all;
  }

  begin(tenantId: string): void {
    this.#total += 1;
    this.#underWay.set(tenantId, this.underWayOf(tenantId) + 1);
  }

  end(tenantId: string): void {
    this.#total -= 1;
    const left = this.underWayOf(tenantId) - 1;
    if (left > 0) this.#underWay.set(tenantId, left);
    else this.#underWay.delete(tenantId);
  }

  underWayOf(tenantId: string): number {
    return this.#underWay.get(tenantId) ?? 0;
  }

  /** How many more of a tenant may be begun. */
  roomOf(tenantId: string): number {
    return this.#roomBeside(this.underWayOf(tenantId));
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

  #roomBeside(underWay: number): number {
    const free = Math.max(0, this.all - this.#total);
    return Math.max(underWay === 0 ? Math.min(1, free) : 0, Math.floor((free - underWay) / 2));
  }
}
