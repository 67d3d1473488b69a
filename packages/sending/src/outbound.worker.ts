import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { outboundQueued } from '@mailroom/events';
import { EventBus, type Subscription } from '@mailroom/messaging';
import { patiently, Pauses, PollingLoop, Slots } from '@mailroom/concurrency';
import { DeliveryWatch } from './delivery-watch.js';
import { JobPreparation, type PreparedJob } from './job-preparation.js';
import { EarlyOutcomes } from './early-outcomes.js';
import { MailTransport, type TransportOutcome } from './mail-transport.js';
import { OutboundJobRepository, type OutboundJob } from './outbound-job.repository.js';
import { OutboundOptions } from './outbound.options.js';
import { OutboundOutcomeRepository } from './outbound-outcome.repository.js';
import { isUnanswered, retryDelaySeconds, type RecipientOutcome } from './outbound-status.js';
import { OutgoingContent } from './outgoing-content.js';
import { deliverySeconds } from './sending-metrics.js';
import { withSuppression } from './suppression-rules.js';

const POLL_MS = 1_000;
/** Pauses while the database is down and outcomes wait to be recorded. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** We try for as long as the lease lasts, since recording needs the lease. */
const RECORD_MS = 900_000;
/** Jobs in hand for each delivery that may be under way; the others are being prepared or recorded meanwhile. */
const AHEAD = 16;
/** Jobs taken at once for each delivery that may be under way. */
const TAKEN = 4;
/**
 * How long a job waits for a place among the deliveries; then it goes to whoever has one, since its lease must outlast
 * the delivery.
 */
const WAIT_MS = 10_000;
/** Messages up to this size take no bytes of those that are read at once. */
const SMALL_BYTES = 256 * 1024;
/** So many bytes of larger messages are read at once: they lie in memory until their delivery has ended. */
const LARGE_BYTES = 64 * 1024 * 1024;
/** How long a job waits after a failure of ours, so that one which always fails does not keep everybody busy. */
const PUT_OFF_SECONDS = 60;

/** Takes outbound jobs and delivers them: hosted recipients inside, the others through the transport. */
@Injectable()
export class OutboundWorker {
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #slots: Slots;
  readonly #largeBytes = new Slots(LARGE_BYTES);
  #loop: PollingLoop | undefined;
  #subscription: Subscription | undefined;

  constructor(
    private readonly jobs: OutboundJobRepository,
    private readonly outcomes: OutboundOutcomeRepository,
    private readonly preparation: JobPreparation,
    private readonly content: OutgoingContent,
    private readonly transport: MailTransport,
    private readonly bus: EventBus,
    private readonly options: OutboundOptions,
  ) {
    this.#slots = new Slots(options.concurrency);
  }

  async start(): Promise<void> {
    const { onError } = this.options;
    this.#loop = new PollingLoop(() => this.#take(), { intervalMs: POLL_MS, onError });
    // The event only wakes the worker; the table says what is due.
    this.#subscription = await this.bus.subscribe({ name: 'outbound', types: [outboundQueued.type] }, async () => {
      this.#loop?.wake();
    });
    this.#loop.wake();
  }

  /** Takes no more jobs, and breaks off those whose message has not been sent to its end; they are tried again. */
  async close(): Promise<void> {
    await this.#subscription?.close();
    await this.#loop?.close();
    this.#stopping.abort();
    this.#slots.close();
    this.#largeBytes.close();
    await this.transport.close();
    await Promise.all(this.#running);
  }

  /** Takes many jobs at once, so that what they need is read and written together. */
  async #take(): Promise<boolean> {
    const { concurrency, onError } = this.options;
    const limit = concurrency * TAKEN;
    const isFull = this.#running.size > concurrency * AHEAD - limit || this.#slots.waiting > limit;
    if (isFull || this.#slots.isStuckFor(WAIT_MS)) return false;
    const jobs = await this.jobs.claim(limit, onError);
    const prepared = jobs.length > 0 ? this.preparation.prepare(jobs) : Promise.resolve([]);
    prepared.catch(onError);
    for (const [index, job] of jobs.entries()) {
      const ready = prepared.then(
        (all) => all[index],
        () => undefined,
      );
      this.#track(ready.then((found) => (found ? this.#run(found) : this.#putOff(job))));
    }
    return jobs.length === limit;
  }

  #track(work: Promise<void>): void {
    const run: Promise<void> = work.catch(this.options.onError).finally(() => {
      this.#running.delete(run);
      this.#loop?.wake();
    });
    this.#running.add(run);
  }

  /** A large message has its bytes before it has its place among the deliveries, and so holds no small one up. */
  async #run(prepared: PreparedJob): Promise<void> {
    const bytes = bytesRead(prepared);
    if (bytes <= SMALL_BYTES) return this.#watched(prepared);
    const run = await this.#largeBytes.run(WAIT_MS, () => this.#watched(prepared), bytes);
    if (run === null) await this.jobs.giveBack(prepared.job);
  }

  async #watched(prepared: PreparedJob): Promise<void> {
    const watch = new DeliveryWatch(prepared.job);
    await this.#deliver(prepared, watch).finally(() => watch.end(this.options.log));
  }

  async #deliver(prepared: PreparedJob, watch: DeliveryWatch): Promise<void> {
    const { job, inside, outside } = prepared;
    if (inside.length > 0 && !(await this.#deliverInside(prepared, watch))) return this.#putOff(job);
    const retrySeconds = (outcomes: readonly RecipientOutcome[]) => this.#retrySeconds(job, outcomes);
    const early = new EarlyOutcomes(this.outcomes, job, outside, retrySeconds);
    const outcomes = outside.length > 0 ? await this.#deliverOutside(prepared, early) : [];
    if (outcomes === null) return this.jobs.giveBack(job);
    const all = [...prepared.outcomes, ...outcomes];
    watch.count(all);
    await this.#record(job, await early.without(all));
  }

  /**
   * When this returns true, the mailboxes that exist have the email, and the others never will. Otherwise it is repeated,
   * which gives nobody a second one.
   */
  async #deliverInside(prepared: PreparedJob, watch: DeliveryWatch): Promise<boolean> {
    const { job, inside } = prepared;
    try {
      await this.jobs.deliverInside(job, await this.preparation.insideTargets(prepared), watch.traceparent);
    } catch (error) {
      this.options.onError(error);
      return false;
    }
    watch.count(inside.map(() => ({ status: 'delivered' })));
    return true;
  }

  /** Nothing was handed over, and the lease would keep the job from everyone for a quarter of an hour. */
  async #putOff(job: OutboundJob): Promise<void> {
    await this.#whenBack(() => this.jobs.giveBack(job, PUT_OFF_SECONDS));
  }

  /** An attempt that our own stop breaks off is made again at once: a restart delays no mail, and is nobody's last attempt. */
  #retrySeconds({ attempts }: OutboundJob, outcomes: readonly RecipientOutcome[]): number | null {
    const isBrokenOff = this.#stopping.signal.aborted && outcomes.some(isUnanswered);
    return isBrokenOff ? 0 : retryDelaySeconds(attempts);
  }

  /**
   * While the database is down, the next hop's answers are kept, and recorded when it is back; otherwise a message that
   * the next hop took would be left to a person.
   */
  async #record(job: OutboundJob, outcomes: readonly RecipientOutcome[]): Promise<void> {
    const retrySeconds = this.#retrySeconds(job, outcomes);
    await this.#whenBack(() => this.outcomes.record(job, outcomes, retrySeconds));
  }

  async #whenBack(write: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    const until = Date.now() + RECORD_MS;
    const isAway = (error: unknown) => error instanceof DomainError && error.code === 'unavailable';
    const isPassing = (error: unknown) => isAway(error) && !signal.aborted && Date.now() <= until;
    const pauses = new Pauses(FIRST_PAUSE_MS, MAX_PAUSE_MS);
    await patiently(write, { pauses, isPassing, signal }).catch((error: Error) => {
      // Whoever ends the pause gets one last try.
      if (error.name === 'AbortError') return write();
      throw error;
    });
  }

  /**
   * Returns null if there was no place for it in time. A failure of ours before any data began counts as an attempt
   * like others; after that the outcome is left open.
   */
  async #deliverOutside(
    { job, outside, stored }: PreparedJob,
    early: EarlyOutcomes,
  ): Promise<RecipientOutcome[] | null> {
    const envelope = { sender: job.envelopeSender, recipients: outside };
    let begun = false;
    const mark = (positions: readonly number[]) => {
      begun = true;
      return this.outcomes.markDataStarted(job, positions);
    };
    try {
      if (!stored) throw new Error(`The raw message of outbound job ${job.id} is missing.`);
      // A large message is read only once it has its place; otherwise all that wait would lie in memory.
      const small = stored.content ? await this.content.load(job, stored) : null;
      const outcomes = await this.#slots.run(WAIT_MS, async () => {
        const content = small ?? (await this.content.load(job, stored));
        return this.#handOver(envelope, content, mark, (settled) => early.record(settled));
      });
      return outcomes && outcomes.map((outcome) => withSuppression(outcome, outside));
    } catch (error) {
      if (begun) throw error;
      this.options.onError(error);
      const smtpReply = 'The message could not be handed over.';
      return outside.map(({ position }) => ({ position, status: 'retry', smtpReply }));
    }
  }

  async #handOver(...delivery: Parameters<MailTransport['deliver']>): Promise<TransportOutcome[]> {
    const begun = performance.now();
    try {
      return await this.transport.deliver(...delivery);
    } finally {
      deliverySeconds.observe((performance.now() - begun) / 1_000);
    }
  }
}

/** How many bytes its delivery reads; mailboxes here share what the sender has, unless they are sealed. */
function bytesRead({ inside, outside, stored }: PreparedJob): number {
  const isRead = outside.length > 0 || inside.some(({ sealed }) => sealed);
  return isRead && stored ? stored.size : 0;
}
