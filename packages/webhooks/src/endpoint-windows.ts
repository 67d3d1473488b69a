/** Requests under way to an endpoint of which nothing is known, and to one that is only slow. */
export const FIRST_WINDOW = 8;
const MAX_WINDOW = 128;
/** An answer is slow that takes longer than this, and several times as long as usual. */
const SLOW_MS = 1_000;
const SLOW_FACTOR = 3;
/** How much the latest answer counts in what is usual. */
const WEIGHT = 0.1;
/** Endpoints whose windows are remembered while nothing is under way. */
const MAX_IDLE = 10_000;

type Window = {
  readonly tenantId: string;
  underWay: number;
  size: number;
  /** Up to here the window grows with every answer, above it by one for a whole window of them. */
  threshold: number;
  usualMs: number | null;
  /** What began before the window was halved says nothing against the smaller one. */
  halvedAt: number;
  /** Whether deliveries wait in the database for room. */
  behind: boolean;
};

export type Answered = { readonly succeeded: boolean; readonly begunAt: number; readonly tookMs: number };

/** The endpoint of a delivery, and whose it is. */
export type Endpoint = { readonly webhookId: number; readonly tenantId: string };

/** What a claim tells. */
export type Claimed = {
  readonly taken: readonly Endpoint[];
  /** Whether nothing else of an endpoint was due and had room. */
  readonly isAllOf: (webhookId: number) => boolean;
  /** Whether more of the tenant's may be due, for which only the tenant has no room. */
  readonly isCut: (tenantId: string) => boolean;
};

/** How many deliveries of each endpoint may be begun. */
export type Rooms = { readonly webhookIds: readonly number[]; readonly rooms: readonly number[] };

/**
 * How many requests each endpoint takes at once, found out as TCP does: more while it answers as quickly as ever, half as
 * many when it fails or slows down. A healthy endpoint gets all that comes, and a failing one is left in peace.
 */
export class EndpointWindows {
  readonly #windows = new Map<number, Window>();

  begin(endpoint: Endpoint): void {
    this.#of(endpoint).underWay += 1;
  }

  /** Returns whether there is room again for a good part of the window, and deliveries wait for it. */
  end(endpoint: Endpoint, answered: Answered | null): boolean {
    const window = this.#of(endpoint);
    window.underWay -= 1;
    if (answered) learn(window, answered);
    return window.behind && window.underWay <= (window.size * 3) / 4;
  }

  /** How many more are too many: a little is allowed for what was claimed at the same time. */
  isOver(endpoint: Endpoint): boolean {
    const { underWay, size } = this.#of(endpoint);
    return underWay >= size * 2;
  }

  /** For what waits in the database, in its order. */
  roomsForWaiting(): Rooms {
    return this.#rooms(() => true);
  }

  /** For what has just happened, which does not overtake what waits. */
  roomsForNew(): Rooms {
    return this.#rooms(({ behind }) => !behind);
  }

  /** Deliveries of these endpoints were left in the database. */
  leftBehind(endpoints: Iterable<Endpoint>): void {
    for (const endpoint of endpoints) this.#of(endpoint).behind = true;
  }

  /**
   * Learns from a claim for which there was this room: an endpoint whose room was used up may have more that waits, and one
   * whose room was not has none, if the claim found all of it that was due.
   */
  claimed({ webhookIds, rooms }: Rooms, { taken, isAllOf, isCut }: Claimed): void {
    const known = new Map(webhookIds.map((webhookId, index) => [webhookId, rooms[index] ?? 0]));
    const counts = countsOf(taken.map(({ webhookId }) => webhookId));
    for (const endpoint of taken) {
      const { webhookId } = endpoint;
      if ((counts.get(webhookId) ?? 0) >= (known.get(webhookId) ?? FIRST_WINDOW)) this.#of(endpoint).behind = true;
    }
    for (const [webhookId, room] of known) {
      const window = this.#windows.get(webhookId);
      if (window && isAllOf(webhookId) && (counts.get(webhookId) ?? 0) < room && !isCut(window.tenantId))
        window.behind = false;
    }
  }

  #rooms(mayBegin: (window: Window) => boolean): Rooms {
    const known = [...this.#windows].filter(([, { size, underWay, behind }]) => {
      return underWay > 0 || behind || size !== FIRST_WINDOW;
    });
    return {
      webhookIds: known.map(([webhookId]) => webhookId),
      rooms: known.map(([, window]) => (mayBegin(window) ? Math.max(0, Math.floor(window.size) - window.underWay) : 0)),
    };
  }

  #of({ webhookId, tenantId }: Endpoint): Window {
    const known = this.#windows.get(webhookId);
    if (known) return known;
    if (this.#windows.size >= MAX_IDLE) this.#forgetOneIdle();
    const window = {
      tenantId,
      underWay: 0,
      size: FIRST_WINDOW,
      threshold: MAX_WINDOW,
      usualMs: null,
      halvedAt: 0,
      behind: false,
    };
    this.#windows.set(webhookId, window);
    return window;
  }

  #forgetOneIdle(): void {
    for (const [webhookId, { underWay, behind }] of this.#windows) {
      if (underWay > 0 || behind) continue;
      this.#windows.delete(webhookId);
      return;
    }
  }
}

/** How often each key occurs. */
export function countsOf<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function learn(window: Window, { succeeded, begunAt, tookMs }: Answered): void {
  const isSlow = tookMs > SLOW_MS && window.usualMs !== null && tookMs > window.usualMs * SLOW_FACTOR;
  window.usualMs = window.usualMs === null ? tookMs : window.usualMs + (tookMs - window.usualMs) * WEIGHT;
  if (succeeded && !isSlow) {
    const step = window.size < window.threshold ? 1 : 1 / window.size;
    window.size = Math.min(MAX_WINDOW, window.size + step);
  } else if (begunAt >= window.halvedAt) {
    window.size = Math.max(succeeded ? Math.min(FIRST_WINDOW, window.size) : 1, window.size / 2);
    window.threshold = window.size;
    window.halvedAt = begunAt + tookMs;
  }
}
