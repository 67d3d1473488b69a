import { JetStreamApiCodes, type JetStreamManager, type StreamInfo } from '@nats-io/jetstream';
import type { BusStreamRepository, KnownStream } from './bus-stream.repository.js';
import type { ConsumerLag } from '../bus-metrics.js';
import {
  codeOf,
  consumerOf,
  declareDurable,
  declareStream,
  durablesOf,
  streamName,
  typeOf,
  type Durable,
} from './stream-declaration.js';

const REPLAY_BATCH = 5_000;
/** Between the clocks of NATS and Postgres, with much to spare. */
const CLOCK_SKEW_MS = 60_000;
/** Generations begun in one check before it gives up: somebody else changes consumers all the time. */
const MAX_TRIES = 20;

/**
 * The stream of the current generation. Whenever it is not what Postgres remembers (it is gone, was made anew, forgot
 * messages, or lacks a consumer), the next generation begins: a stream of another name with every consumer, and whatever
 * may not have been seen is published again. Every process checks; it is safe for any number of them to do so at once.
 */
export class BusStreams {
  #generation = 0;

  constructor(
    private readonly repository: BusStreamRepository,
    private readonly jsm: JetStreamManager,
    private readonly replicas: number,
  ) {}

  /** The one to publish to and to take from; 0 before the first check. */
  get generation(): number {
    return this.#generation;
  }

  /** Sees to it that there is a whole stream. @throws where NATS or Postgres can't be reached */
  async check(): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      // Read before the broker is asked, or another process's later record looks like a loss.
      const known = await this.repository.read();
      const info = await this.#infoOf(known);
      if (info === null || !(await this.#isWhole(known, info))) {
        await this.#begin(known);
        continue;
      }
      this.#generation = known.generation;
      await this.repository.record(known.generation, info.state.last_seq, settledBefore(info, known.readAt));
      if (known.isReplaying) await this.#replay();
      return;
    }
    throw new Error('No stream could be set up: its consumers change all the time.');
  }

  /** What each of JetStream's consumers has still to deliver, or to hear of. */
  async lag(): Promise<ConsumerLag[]> {
    const lags: ConsumerLag[] = [];
    if (this.#generation === 0) return lags;
    for await (const info of this.jsm.consumers.list(streamName(this.#generation))) {
      const lag = { consumer: consumerOf(info.name), type: typeOf(info.config.filter_subject ?? '') };
      lags.push({ ...lag, pending: info.num_pending + info.num_ack_pending });
    }
    return lags;
  }

  /** Declares a consumer that Postgres knows by now. */
  async declare(name: string): Promise<void> {
    await this.check();
    const { consumers } = await this.repository.read();
    const own = consumers.filter((consumer) => consumer.name === name);
    for (const durable of durablesOf(own)) await declareDurable(this.jsm, this.#generation, durable);
    await this.#removeUnknown(this.#generation);
  }

  async #infoOf({ generation, created, lastSequence }: KnownStream): Promise<StreamInfo | null> {
    if (generation === 0) return null;
    try {
      const info = await this.jsm.streams.info(streamName(generation));
      return info.created === created && info.state.last_seq >= lastSequence ? info : null;
    } catch (error) {
      if (codeOf(error) === JetStreamApiCodes.StreamNotFound) return null;
      throw error;
    }
  }

  /** A consumer that was there and is not has missed events; one that is new may have to be declared. */
  async #isWhole({ generation, consumers }: KnownStream, info: StreamInfo): Promise<boolean> {
    const durables = durablesOf(consumers);
    if (durables.length === info.state.consumer_count) return true;
    const present = await this.#present(generation);
    const missing = durables.filter(({ name }) => !present.includes(name));
    if (missing.some(({ consumer }) => !consumer.isNew)) return false;
    for (const durable of missing) await declareDurable(this.jsm, generation, durable);
    // One that was forgotten would hold its events, and with them the outbox.
    if (present.length + missing.length > durables.length) await this.#removeUnknown(generation);
    return true;
  }

  async #begin(known: KnownStream): Promise<void> {
    const next = known.generation + 1;
    const { created } = await declareStream(this.jsm, next, this.replicas);
    for (const durable of durablesOf(known.consumers)) await declareDurable(this.jsm, next, durable);
    if (!(await this.repository.begin(known, created))) return;
    const ours = new Set(Array.from({ length: next }, (_, generation) => streamName(generation)));
    for (const name of await this.#names()) {
      if (ours.has(name)) await this.jsm.streams.delete(name).catch(() => undefined);
    }
  }

  async #replay(): Promise<void> {
    while (await this.repository.replay(this.#generation, REPLAY_BATCH));
  }

  /** What JetStream has is listed first: a consumer is known to Postgres before it is declared. */
  async #removeUnknown(generation: number): Promise<void> {
    const present = await this.#present(generation);
    const durables: Durable[] = durablesOf((await this.repository.read()).consumers);
    const wanted = new Set(durables.map(({ name }) => name));
    for (const name of present) {
      if (!wanted.has(name)) await this.jsm.consumers.delete(streamName(generation), name);
    }
  }

  async #present(generation: number): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of this.jsm.consumers.list(streamName(generation))) names.push(name);
    return names;
  }

  async #names(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of this.jsm.streams.names()) names.push(name);
    return names;
  }
}

/** The stream keeps what any consumer has still to acknowledge, and nothing else. */
function settledBefore({ state }: StreamInfo, now: Date): Date {
  const oldest = state.messages === 0 ? now.getTime() : Math.min(Date.parse(state.first_ts), now.getTime());
  return new Date(oldest - CLOCK_SKEW_MS);
}
