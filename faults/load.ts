import { pause } from './pause.js';
import type { Random } from './random.js';
import { hashOf, loadMessage, type LoadMessage } from './message.js';
import { SmtpLane } from './smtp-lane.js';

/** A message of the load, with what its client was told. */
export type Sent = {
  readonly id: string;
  readonly bytes: number;
  /** The SHA-256 of its content. */
  readonly hash: string;
  accepted: boolean;
  /** How often it was refused for now and tried again. */
  refused: number;
  /** Attempts whose final dot got no reply: each may have been accepted (RFC 5321 §4.5.3.2, RFC 1047). */
  unanswered: number;
};

export type LoadOptions = {
  readonly recipients: readonly string[];
  /** The ports of the listeners that are up now. */
  readonly ports: () => readonly number[];
  readonly perSecond: number;
  /** The share of messages that go to the blob store. */
  readonly largeShare?: number;
  readonly random: Random;
};

const LANES = 24;
const RETRY_MS = 100;
const SMALL_BYTES = 1_500;
/** Larger than what a row holds, so it goes to the blob store. */
const LARGE_BYTES = 20_000;
const LARGE_SHARE = 0.15;

/** Sends messages at a steady pace, as a mail server would: what is not accepted is tried again at another replica. */
export class Load {
  readonly messages: Sent[] = [];
  readonly #startedAt = Date.now();
  readonly #lanes: Promise<void>[];
  #endedAt: number | undefined;
  #isGivenUp = false;

  constructor(private readonly options: LoadOptions) {
    this.#lanes = Array.from({ length: LANES }, () => this.#run(new SmtpLane()));
  }

  get accepted(): number {
    return this.messages.filter(({ accepted }) => accepted).length;
  }

  /** Accepted messages, by second of the load. */
  get rate(): number {
    return this.accepted / (((this.#endedAt ?? Date.now()) - this.#startedAt) / 1_000);
  }

  /** Starts no more messages; those under way are tried until they are accepted. */
  async stop(): Promise<void> {
    this.#endedAt = Date.now();
    await Promise.all(this.#lanes);
  }

  /** Does the same, but tries nothing again. */
  async giveUp(): Promise<void> {
    this.#isGivenUp = true;
    await this.stop();
  }

  async #run(lane: SmtpLane): Promise<void> {
    while (this.#endedAt === undefined) {
      const due = this.#startedAt + (this.messages.length * 1_000) / this.options.perSecond;
      if (due > Date.now()) {
        await pause(Math.min(due - Date.now(), 100));
        continue;
      }
      await this.#deliver(lane);
    }
    lane.close();
  }

  async #deliver(lane: SmtpLane): Promise<void> {
    const { random, recipients, ports, largeShare = LARGE_SHARE } = this.options;
    const recipient = random.one(recipients) ?? '';
    const id = `${random.seed.toString(36)}-${this.messages.length}`;
    const message = loadMessage(id, recipient, random.chance(largeShare) ? LARGE_BYTES : SMALL_BYTES);
    const sent = begin(message);
    this.messages.push(sent);
    while (!sent.accepted && !this.#isGivenUp) {
      const port = random.one(ports());
      const outcome = port === undefined ? 'broken' : await lane.send(port, 'person@load.test', recipient, message);
      if (outcome === 'accepted') sent.accepted = true;
      else if (outcome === 'refused') sent.refused += 1;
      else if (outcome === 'unanswered') sent.unanswered += 1;
      if (outcome !== 'accepted') await pause(RETRY_MS);
    }
  }
}

function begin({ id, content }: LoadMessage): Sent {
  return { id, bytes: content.length, hash: hashOf(content), accepted: false, refused: 0, unanswered: 0 };
}
