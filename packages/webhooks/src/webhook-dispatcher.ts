import { Injectable } from '@nestjs/common';
import { GroupCommitter, PollingLoop } from '@mailroom/concurrency';
import { emailReceived, type Event } from '@mailroom/events';
import { EventBus, type Subscription } from '@mailroom/messaging';
import { AttemptWatch } from './attempt-watch.js';
import { DeliveryRepository, type Attempt, type DeliveryOutcome, type WebhookDelivery } from './delivery.repository.js';
import { Poster, type PostResult } from './post.js';
import { parseRetryAfter, retryDelaySeconds } from './retry-schedule.js';
import type { ScheduledEvent } from './scheduled-event.js';
import { requestBody } from './tries/delivery-request.js';
import { signedHeaders } from './signature.js';
import { otherEvents, scheduledEvent } from './notices.js';
import { WebhookBody } from './webhook-body.js';
import { WebhookOptions } from './webhook.js';

const POLL_MS = 1_000;
/** Events scheduled in one commit. */
const MAX_GROUP = 256;
const MAX_REQUESTS = 256;
/**
 * The number of requests under way to one endpoint at which it gets no more; deliveries claimed meanwhile may double
 * it.
 */
const MAX_PER_ENDPOINT = 8;

type BodySource = () => Promise<string | null>;

/** Consumes what happens to mail and to leases, and delivers it to the endpoints that asked for it. */
@Injectable()
export class WebhookDispatcher {
  readonly #running = new Set<Promise<void>>();
  readonly #perEndpoint = new Map<number, number>();
  readonly #scheduler: GroupCommitter<ScheduledEvent, undefined>;
  readonly #recorder: GroupCommitter<Attempt, undefined>;
  #loop: PollingLoop | undefined;
  #subscriptions: Subscription[] = [];

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly body: WebhookBody,
    private readonly poster: Poster,
    private readonly bus: EventBus,
    private readonly options: WebhookOptions,
  ) {
    this.#scheduler = new GroupCommitter((events) => this.#scheduleAll(events), { maxGroup: MAX_GROUP });
    this.#recorder = new GroupCommitter((attempts) => this.#record(attempts), { maxGroup: MAX_GROUP });
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

  /** All deliveries of one name about one email say the same, which is read once. */
  async #scheduleAll(events: readonly ScheduledEvent[]): Promise<undefined[]> {
    const saturated = this.#running.size < MAX_REQUESTS ? this.#saturated() : null;
    const bodies = new Map<string, Promise<string | null>>();
    for (const delivery of await this.deliveries.schedule(events, saturated)) {
      const body = () => {
        const key = `${delivery.type} ${delivery.emailId ?? delivery.eventId}`;
        const shared = bodies.get(key) ?? requestBody(this.body, delivery);
        bodies.set(key, shared);
        return shared;
      };
      this.#begin(delivery, body);
    }
    return events.map(() => undefined);
  }

  async #takeDue(): Promise<boolean> {
    const free = MAX_REQUESTS - this.#running.size;
    if (free <= 0) return false;
    const limit = Math.min(free, MAX_PER_ENDPOINT);
    const due = await this.deliveries.claim(limit, this.#saturated());
    for (const delivery of due) this.#begin(delivery, () => requestBody(this.body, delivery));
    return due.length === limit;
  }

  #saturated(): number[] {
    return [...this.#perEndpoint].filter(([, count]) => count >= MAX_PER_ENDPOINT).map(([webhookId]) => webhookId);
  }

  #begin(delivery: WebhookDelivery, body: BodySource): void {
    const { webhookId } = delivery;
    const count = this.#perEndpoint.get(webhookId) ?? 0;
    if (count >= MAX_PER_ENDPOINT * 2 || this.#running.size >= MAX_REQUESTS * 2) {
      this.#track(this.deliveries.giveBack(delivery));
      return;
    }
    this.#perEndpoint.set(webhookId, count + 1);
    this.#track(this.#deliver(delivery, body).finally(() => this.#leave(webhookId)));
  }

  #leave(webhookId: number): void {
    const left = (this.#perEndpoint.get(webhookId) ?? 1) - 1;
    if (left > 0) this.#perEndpoint.set(webhookId, left);
    else this.#perEndpoint.delete(webhookId);
    // Until now the endpoint's rows were passed over.
    if (left === MAX_PER_ENDPOINT - 1) this.#loop?.wake();
  }

  #track(work: Promise<void>): void {
    const run: Promise<void> = work.catch(this.options.onError).finally(() => {
      this.#running.delete(run);
      if (this.#running.size === MAX_REQUESTS - 1) this.#loop?.wake();
    });
    this.#running.add(run);
  }

  async #deliver(delivery: WebhookDelivery, source: BodySource): Promise<void> {
    const body = await source();
    if (body === null) return this.deliveries.abandon(delivery, 'The email was deleted.');
    const at = new Date();
    await this.#recorder.submit({ delivery, outcome: await this.#attempt(delivery, body, at), at });
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
      const result = await this.poster.post(url, body, { ...headers, traceparent: watch.traceparent });
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
