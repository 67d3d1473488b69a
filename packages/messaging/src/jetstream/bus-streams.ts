import { JetStreamApiCodes, type JetStreamManager, type StreamInfo } from '@nats-io/jetstream';
import type { BusStreamRepository, KnownStream } from './bus-stream.repository.js';
import type { ConsumerLag } from '../event-bus.js';
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
/** The difference allowed between the clocks of NATS and Postgres, with much to spare. */
const CLOCK_SKEW_MS = 60_000;
/** The most generations that one check begins before it gives up because somebody else keeps changing consumers. */
const MAX_TRIES = 20;

/**
 * The stream of the current generation. Whenever it is not what Postgres remembers (it is gone, was created anew,
 * forgot messages, or lacks a consumer), the next generation begins: a stream with another name and every consumer, and
 * whatever may not have been seen is published again. Every process checks; any number of them may do so at once.
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

  /** Makes sure that there is a complete stream. @throws if NATS or Postgres can't be reached */
  async check(): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      // We read this before we ask the broker; otherwise another process's later record would look like a loss.
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
    throw new Error('No stream could be set up, because its consumers keep changing.');
  }

  /** What each of JetStream's consumers still has to deliver, or to have acknowledged. */
  async lag(): Promise<ConsumerLag[]> {
    const lags: ConsumerLag[] = [];
    if (this.#generation === 0) return lags;
    for await (const info of this.jsm.consumers.list(streamName(this.#generation))) {
      const lag = { consumer: consumerOf(info.name), type: typeOf(info.config.filter_subject ?? '') };
      lags.push({ ...lag, pending: info.num_pending + info.num_ack_pending });
    }
    return lags;
  }

  /** Declares a consumer that Postgres already knows. */
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

  /** A consumer that has disappeared has missed events; a new one may still have to be declared. */
  async #isWhole({ generation, consumers }: KnownStream, info: StreamInfo): Promise<boolean> {
    const durables = durablesOf(consumers);
    if (durables.length === info.state.consumer_count) return true;
    const present = await this.#present(generation);
    const missing = durables.filter(({ name }) => !present.includes(name));
    if (missing.some(({ consumer }) => !consumer.isNew)) return false;
    for (const durable of missing) await declareDurable(this.jsm, generation, durable);
    // A forgotten consumer would hold its events, and with them the outbox.
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

  /** JetStream's consumers are listed first, because Postgres knows a consumer before it is declared. */
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

/** The stream keeps only what some consumer still has to acknowledge. */
function settledBefore({ state }: StreamInfo, now: Date): Date {
  const oldest = state.messages === 0 ? now.getTime() : Math.min(Date.parse(state.first_ts), now.getTime());
  return new Date(oldest - CLOCK_SKEW_MS);
}
