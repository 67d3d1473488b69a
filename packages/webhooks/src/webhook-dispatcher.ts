import { Injectable } from '@nestjs/common';
import { GatheredReads, GroupCommitter, PollingLoop } from '@mailroom/concurrency';
import { DomainError } from '@mailroom/errors';
import { emailReceived, type Event } from '@mailroom/events';
import { EventBus, type Subscription } from '@mailroom/messaging';
import { AttemptWatch } from './attempt-watch.js';
import { DeliveryClaimRepository, WALK_START } from './delivery-claim.repository.js';
import { DeliveryRepository, type Attempt, type DeliveryOutcome, type WebhookDelivery } from './delivery.repository.js';
import { DeliveryShares } from './delivery-shares.js';
import { countsOf, EndpointWindows, type Answered } from './endpoint-windows.js';
import { Poster, type PostResult } from './post.js';
import { parseRetryAfter, retryDelaySeconds } from './retry-schedule.js';
import type { ScheduledEvent } from './scheduled-event.js';
import { requestBodies } from './tries/delivery-request.js';
import { signedHeaders } from './signature.js';
import { otherEvents, scheduledEvent } from './notices.js';
import { WebhookBody } from './webhook-body.js';
import { WebhookOptions } from './webhook.js';

const POLL_MS = 1_000;
/** Events scheduled in one commit. */
const MAX_GROUP = 256;
const MAX_REQUESTS = 256;
/** Deliveries claimed at once. */
const MAX_CLAIMED = 64;
/** Until an email that could not be read is read again. */
const READ_AGAIN_SECONDS = 5;
/** Deliveries whose texts are built together: few enough that the texts fit into memory. */
const TEXTS_AT_ONCE = 32;

/** Consumes what happens to mail and to leases, and delivers it to the endpoints that asked for it. */
@Injectable()
export class WebhookDispatcher {
  readonly #running = new Set<Promise<void>>();
  readonly #windows = new EndpointWindows();
  readonly #shares = new DeliveryShares(MAX_REQUESTS);
  readonly #scheduler: GroupCommitter<ScheduledEvent, undefined>;
  readonly #recorder: GroupCommitter<Attempt, undefined>;
  readonly #texts: GatheredReads<WebhookDelivery, string | null>;
  #loop: PollingLoop | undefined;
  #walk = WALK_START;
  #subscriptions: Subscription[] = [];

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly claims: DeliveryClaimRepository,
    private readonly body: WebhookBody,
    private readonly poster: Poster,
    private readonly bus: EventBus,
    private readonly options: WebhookOptions,
  ) {
    this.#scheduler = new GroupCommitter((events) => this.#scheduleAll(events), { maxGroup: MAX_GROUP });
    this.#recorder = new GroupCommitter((attempts) => this.#record(attempts), { maxGroup: MAX_GROUP });
    this.#texts = new GatheredReads((some) => requestBodies(this.body, some), { maxGroup: TEXTS_AT_ONCE });
  }

  async start(): Promise<void> {
    const { onError } = this.options;
    this.#loop = new PollingLoop(() => this.#takeDue(), { intervalMs: POLL_MS, onError });
    const received = { name: 'webhooks', types: [emailReceived.type], concurrency: MAX_GROUP };
    // They are fewer, and have a consumer of their own, so that received mail has all of its room.
    const others = { name: 'webhook-notices', types: otherEvents, concurrency: MAX_GROUP };
    for (const consumer of [received, others]) {
      this.#subscriptions.push(await this.bus.subscribe(consumer, (event) => this.#schedule(event)));
    }
  }

  /** Takes nothing more, and resolves when the requests under way have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.close()));
    await this.#loop?.close();
    await Promise.all(this.#running);
    this.poster.close();
  }

  /** The event is done once its deliveries are rows. */
  async #schedule(event: Event): Promise<void> {
    await this.#scheduler.submit(scheduledEvent(event));
  }

  async #scheduleAll(events: readonly ScheduledEvent[]): Promise<undefined[]> {
    const free = Math.max(0, MAX_REQUESTS - this.#running.size);
    const scheduled = await this.deliveries.schedule(events, this.#windows.roomsForNew(), this.#shares.now(), free);
    const waiting = scheduled.filter(({ attempts }) => attempts === 0);
    this.#windows.leftBehind(waiting);
    this.#shares.leftBehind(waiting);
    for (const delivery of scheduled) if (delivery.attempts > 0) this.#begin(delivery);
    return events.map(() => undefined);
  }

  async #takeDue(): Promise<boolean> {
    const free = MAX_REQUESTS - this.#running.size;
    if (free <= 0) return false;
    const [rooms, shares] = [this.#windows.roomsForWaiting(), this.#shares.now()];
    const limit = Math.min(free, MAX_CLAIMED);
    const { due, isAllOf, goOn } = await this.claims.claim(limit, rooms, shares, this.#walk, this.options.onError);
    this.#walk = goOn ?? WALK_START;
    this.#shares.claimed(shares, countsOf(due.map(({ tenantId }) => tenantId)));
    this.#windows.claimed(rooms, { taken: due, isAllOf, isCut: (tenantId) => this.#shares.isBehind(tenantId) });
    for (const delivery of due) this.#begin(delivery);
    // What was passed over for want of room may have hidden others.
    return due.length > 0 || goOn !== null;
  }

  #begin(delivery: WebhookDelivery): void {
    if (this.#windows.isOver(delivery) || this.#running.size >= MAX_REQUESTS * 2) {
      this.#track(this.deliveries.giveBack(delivery));
      return;
    }
    this.#windows.begin(delivery);
    this.#shares.begin(delivery.tenantId);
    this.#track(
      this.#deliver(delivery).then(
        (answered) => this.#leave(delivery, answered),
        (error: unknown) => {
          this.#leave(delivery, null);
          throw error;
        },
      ),
    );
  }

  #leave(endpoint: WebhookDelivery, answered: Answered | null): void {
    const room = [this.#windows.end(endpoint, answered), this.#shares.end(endpoint.tenantId)];
    if (room.includes(true)) this.#loop?.wake();
  }

  #track(work: Promise<void>): void {
    const run: Promise<void> = work.catch(this.options.onError).finally(() => {
      this.#running.delete(run);
      if (this.#running.size === MAX_REQUESTS - 1) this.#loop?.wake();
    });
    this.#running.add(run);
  }

  /** Returns how the endpoint answered; null if there was nothing to tell it. */
  async #deliver(delivery: WebhookDelivery): Promise<Answered | null> {
    const body = await this.#read(delivery);
    if (body === null) {
      await this.deliveries.abandon(delivery, 'The email was deleted.');
      return null;
    }
    const at = new Date();
    const outcome = await this.#attempt(delivery, body, at);
    await this.#recorder.submit({ delivery, outcome, at });
    return { succeeded: outcome.succeeded, begunAt: at.getTime(), tookMs: outcome.tookMs };
  }

  /**
   * An endpoint that can not be told because the database is away keeps all its attempts. An email that can't be told for
   * itself is tried again at the end of the lease, as often as an endpoint that fails.
   */
  async #read(delivery: WebhookDelivery): Promise<string | null> {
    try {
      return await this.#texts.get(delivery);
    } catch (error) {
      const isAway = error instanceof DomainError && error.code === 'unavailable';
      if (isAway) await this.deliveries.giveBack(delivery, READ_AGAIN_SECONDS);
      else if (retryDelaySeconds(delivery.attempts, null) === null)
        await this.deliveries.abandon(delivery, 'The email could not be read.');
      throw error;
    }
  }

  async #record(attempts: readonly Attempt[]): Promise<undefined[]> {
    await this.deliveries.record(attempts);
    return attempts.map(() => undefined);
  }

  async #attempt(delivery: WebhookDelivery, body: string, now: Date): Promise<DeliveryOutcome> {
    const { url, eventId, attempts } = delivery;
    const begun = performance.now();
    const tookMs = () => Math.round(performance.now() - begun);
    const failed = { succeeded: false, status: null, gone: false, answer: null };
    try {
      const headers = signedHeaders(this.deliveries.secretsOf(delivery), eventId, body, now);
      const { status, retryAfter, answer } = await this.#post(delivery, url, body, headers);
      if (status >= 200 && status < 300) {
        return { succeeded: true, status, error: null, retrySeconds: null, gone: false, tookMs: tookMs(), answer };
      }
      const gone = status === 410;
      const retrySeconds = gone ? null : retryDelaySeconds(attempts, parseRetryAfter(retryAfter, now));
      const error = `The endpoint answered ${status}.`;
      return { ...failed, status, error, retrySeconds, gone, tookMs: tookMs(), answer };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { ...failed, error: message, retrySeconds: retryDelaySeconds(attempts, null), tookMs: tookMs() };
    }
  }

  async #post(
    { id, webhookId, eventId, attempts, traceparent }: WebhookDelivery,
    url: string,
    body: string,
    headers: Record<string, string>,
  ): Promise<PostResult> {
    const watch = new AttemptWatch(traceparent);
    try {
      const result = await this.poster.post(url, body, { traceparent: watch.traceparent, ...headers });
      watch.answer(result.status);
      return result;
    } catch (error) {
      watch.fail(error);
      throw error;
    } finally {
      watch.end(this.options.log, { deliveryId: id, webhookId, eventId, attempt: attempts });
    }
  }
}
