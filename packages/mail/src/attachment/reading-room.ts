import { Roster, Slots } from '@mailroom/concurrency';
import { DomainError } from '@mailroom/errors';

const MIB = 1024 * 1024;
/** What is no larger takes no room. */
const SMALL_BYTES = 256 * 1024;
const WAIT_MS = 15_000;
/** How often somebody who waits looks for clients that are slow. */
const LOOK_MS = 1_000;
/** Whoever takes no more bytes in a second than this gives way. */
const SLOW_BYTES = 256 * 1024;

/** Work that lasts for as long as a client takes what was read. */
export type Handing = {
  /** How many bytes the client takes in a second; infinite while it is too early to say. */
  rate(): number;
  /** Ends the work, and with it what it holds. */
  giveWay(): void;
};

type Holder = { readonly slots: Slots; runs: number };
type Held = { readonly holder: string; readonly bytes: number; readonly handing: Handing };

/**
 * Bounds the stored content that callers have a process hold at once: a request of some words can name 25 MiB. One holder
 * never takes so much of the room that another finds none, and a client that is slow to take what was read for it keeps
 * it only while nobody waits for the room.
 */
export class ReadingRoom {
  readonly #all: Slots;
  readonly #holders = new Map<string, Holder>();
  readonly #handed = new Roster<Held>();

  constructor(
    total = 128 * MIB,
    private readonly perHolder = 72 * MIB,
    private readonly waitMs = WAIT_MS,
    private readonly lookMs = LOOK_MS,
  ) {
    this.#all = new Slots(total);
  }

  /** Runs `work` once there is room for so many bytes. @throws unavailable */
  async run<T>(holder: string, bytes: number, work: () => Promise<T>, handing?: Handing): Promise<T> {
    if (bytes <= SMALL_BYTES) return work();
    const own = this.#holders.get(holder) ?? { slots: new Slots(this.perHolder), runs: 0 };
    this.#holders.set(holder, own);
    own.runs += 1;
    // Whoever waits for room of their own gains nothing by what others give up.
    let isOfAll = false;
    const looking = setInterval(() => this.#makeWay(bytes, isOfAll ? undefined : holder), this.lookMs);
    const entered = async () => {
      clearInterval(looking);
      return { result: await this.#hold(handing && { holder, bytes, handing }, work) };
    };
    const enterAll = () => {
      isOfAll = true;
      return this.#all.run(this.waitMs, entered, bytes);
    };
    try {
      const done = await own.slots.run(this.waitMs, enterAll, bytes);
      if (done) return done.result;
      throw tooMany('Too many large attachments are being read at the moment.');
    } finally {
      clearInterval(looking);
      own.runs -= 1;
      if (own.runs === 0) this.#holders.delete(holder);
    }
  }

  async #hold<T>(held: Held | undefined, work: () => Promise<T>): Promise<T> {
    if (!held) return work();
    const leave = this.#handed.enter(held);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Takes so many bytes from the slowest clients, or as many as clients have that are slow. */
  #makeWay(wanted: number, holder: string | undefined): void {
    const rated = [...this.#handed].map((held) => ({ ...held, rate: held.handing.rate() }));
    const slow = rated.filter((held) => held.rate <= SLOW_BYTES && (holder === undefined || held.holder === holder));
    let missing = wanted;
    for (const { handing, bytes } of slow.sort((a, b) => a.rate - b.rate)) {
      if (missing <= 0) return;
      missing -= bytes;
      handing.giveWay();
    }
  }
}

/** What this process has room for, whichever surface reads it. */
export const readingRoom = new ReadingRoom();

export function tooMany(detail: string): DomainError {
  return new DomainError('unavailable', detail, { fix: 'Send the request again later.', retryAfterSeconds: 5 });
}
