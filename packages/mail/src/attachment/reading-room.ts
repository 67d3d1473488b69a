import { Slots } from '@mailroom/concurrency';
import { DomainError } from '@mailroom/errors';

const MIB = 1024 * 1024;
/** What is no larger takes no room. */
const SMALL_BYTES = 256 * 1024;
const WAIT_MS = 15_000;

type Holder = { readonly slots: Slots; runs: number };

/**
 * Bounds the stored content that callers have a process hold at once: a request of some words can name 25 MiB. One holder
 * never takes so much of the room that another finds none.
 */
export class ReadingRoom {
  readonly #all: Slots;
  readonly #holders = new Map<string, Holder>();

  constructor(
    total = 128 * MIB,
    private readonly perHolder = 72 * MIB,
    private readonly waitMs = WAIT_MS,
  ) {
    this.#all = new Slots(total);
  }

  /** Runs `work` once there is room for so many bytes. @throws unavailable */
  async run<T>(holder: string, bytes: number, work: () => Promise<T>): Promise<T> {
    if (bytes <= SMALL_BYTES) return work();
    const own = this.#holders.get(holder) ?? { slots: new Slots(this.perHolder), runs: 0 };
    this.#holders.set(holder, own);
    own.runs += 1;
    const entered = async () => ({ result: await work() });
    try {
      const done = await own.slots.run(this.waitMs, () => this.#all.run(this.waitMs, entered, bytes), bytes);
      if (done) return done.result;
      const detail = 'Too many large attachments are being read at the moment.';
      throw new DomainError('unavailable', detail, { fix: 'Send the request again later.', retryAfterSeconds: 5 });
    } finally {
      own.runs -= 1;
      if (own.runs === 0) this.#holders.delete(holder);
    }
  }
}

/** What this process has room for, whichever surface reads it. */
export const readingRoom = new ReadingRoom();
