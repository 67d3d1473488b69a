import { Injectable } from '@nestjs/common';
import { emailReceived, type Event } from '@mailroom/events';
import { EventBus, PollingLoop, type Subscription } from '@mailroom/messaging';
import { DeliveryRepository, type DeliveryOutcome, type WebhookDelivery } from './delivery.repository.js';
import { Poster } from './post.js';
import { parseRetryAfter, retryDelaySeconds } from './retry-schedule.js';
import { signedHeaders } from './signature.js';
import { WebhookBody } from './webhook-body.js';
import { WebhookOptions } from './webhook.js';

const POLL_MS = 1_000;
const TRIM_MS = 600_000;
const MAX_REQUESTS = 256;
/** Requests under way to one endpoint: a slow one keeps no more than these. */
const MAX_PER_ENDPOINT = 8;

/** Consumes `email.received` and delivers to the endpoints that asked for it. */
@Injectable()
export class WebhookDispatcher {
  readonly #running = new Set<Promise<void>>();
  readonly #perEndpoint = new Map<number, number>();
  #loop: PollingLoop | undefined;
  #trimmer: NodeJS.Timeout | undefined;
  #subscription: Subscription | undefined;

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly body: WebhookBody,
    private readonly poster: Poster,
    private readonly bus: EventBus,
    private readonly options: WebhookOptions,
  ) {}

  async start(): Promise<void> {
    const { onError } = this.options;
    this.#loop = new PollingLoop(() => this.#takeDue(), { intervalMs: POLL_MS, onError });
    this.#trimmer = setInterval(() => void this.deliveries.trim().catch(onError), TRIM_MS);
    const consumer = { name: 'webhooks', types: [emailReceived.type], concurrency: 32 };
    this.#subscription = await this.bus.subscribe(consumer, (event) => this.#schedule(event));
  }

  async close(): Promise<void> {
    clearInterval(this.#trimmer);
    await this.#subscription?.close();
    await this.#loop?.close();
    await Promise.all(this.#running);
    this.poster.close();
  }

  /** The event is done with when its deliveries are rows; what this process has no room for waits for its lease to end. */
  async #schedule(event: Event): Promise<void> {
    const { emailId, mailboxId } = emailReceived.parse(event.payload);
    for (const delivery of await this.deliveries.schedule(event, emailId, mailboxId)) this.#begin(delivery);
  }

  async #takeDue(): Promise<boolean> {
    const free = MAX_REQUESTS - this.#running.size;
    if (free <= 0) return false;
    const limit = Math.min(free, MAX_PER_ENDPOINT);
    const due = await this.deliveries.claim(limit, this.#saturated());
    for (const delivery of due) this.#begin(delivery);
    return due.length === limit;
  }

  #saturated(): number[] {
    return [...this.#perEndpoint].filter(([, count]) => count >= MAX_PER_ENDPOINT).map(([webhookId]) => webhookId);
  }

  #begin(delivery: WebhookDelivery): void {
    const { webhookId } = delivery;
    const count = this.#perEndpoint.get(webhookId) ?? 0;
    // The row is leased and comes back by itself, as an attempt that was not made.
    if (count >= MAX_PER_ENDPOINT * 2 || this.#running.size >= MAX_REQUESTS * 2) return;
    this.#perEndpoint.set(webhookId, count + 1);
    const run: Promise<void> = this.#deliver(delivery)
      .catch(this.options.onError)
      .finally(() => {
        this.#running.delete(run);
        const left = (this.#perEndpoint.get(webhookId) ?? 1) - 1;
        if (left > 0) this.#perEndpoint.set(webhookId, left);
        else this.#perEndpoint.delete(webhookId);
      });
    this.#running.add(run);
  }

  async #deliver(delivery: WebhookDelivery): Promise<void> {
    const body = await this.body.build(delivery);
    const outcome = body === null ? emailGone : await this.#attempt(delivery, body);
    await this.deliveries.record(delivery, outcome);
  }

  async #attempt({ url, secret, eventId, attempts }: WebhookDelivery, body: string): Promise<DeliveryOutcome> {
    const now = new Date();
    try {
      const { status, retryAfter } = await this.poster.post(url, body, signedHeaders(secret, eventId, body, now));
      if (status >= 200 && status < 300)
        return { succeeded: true, status, error: null, retrySeconds: null, gone: false };
      const gone = status === 410;
      const retrySeconds = gone ? null : retryDelaySeconds(attempts, parseRetryAfter(retryAfter, now));
      return { succeeded: false, status, error: `The endpoint answered ${status}.`, retrySeconds, gone };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return {
        succeeded: false,
        status: null,
        error: message,
        retrySeconds: retryDelaySeconds(attempts, null),
        gone: false,
      };
    }
  }
}

const emailGone: DeliveryOutcome = {
  succeeded: false,
  status: null,
  error: 'The email was deleted.',
  retrySeconds: null,
  gone: false,
};
