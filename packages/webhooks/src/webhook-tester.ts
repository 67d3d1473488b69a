import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { uuidv7 } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { Poster } from './post.js';
import { signedHeaders } from './signature.js';
import { WebhookRepository } from './webhook.repository.js';
import type { SigningWebhook } from './webhook.js';

/** Tests under way at once, in this process. */
const MAX_TESTS = 16;

/** What an endpoint said to a test event; `status` null is no answer at all. */
export type TestOutcome = {
  readonly eventId: string;
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
};

/** Posts one test event, as signed, checked and limited in time as every delivery, and without a second attempt. */
@Injectable()
export class WebhookTester implements OnModuleDestroy {
  #underWay = 0;

  constructor(
    private readonly poster: Poster,
    private readonly webhooks: WebhookRepository,
  ) {}

  /** @throws rate_limited, while any replica tests this webhook or this one tests too many */
  async test(webhook: SigningWebhook): Promise<TestOutcome> {
    if (this.#underWay >= MAX_TESTS) throw underWay();
    this.#underWay += 1;
    try {
      if (!(await this.webhooks.beginTest(webhook.id))) throw underWay();
      return await this.#post(webhook).finally(() => this.webhooks.endTest(webhook.id));
    } finally {
      this.#underWay -= 1;
    }
  }

  onModuleDestroy(): void {
    this.poster.close();
  }

  async #post({ id, mailboxId, url, secrets }: SigningWebhook): Promise<TestOutcome> {
    const eventId = uuidv7();
    const now = new Date();
    const data = { webhookId: id, accountId: mailboxId };
    const body = JSON.stringify({ type: 'webhook.test', timestamp: now.toISOString(), data });
    try {
      const { status } = await this.poster.post(url, body, signedHeaders(secrets, eventId, body, now));
      const delivered = status >= 200 && status < 300;
      return { eventId, delivered, status, error: delivered ? null : `The endpoint answered ${status}.` };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { eventId, delivered: false, status: null, error: message.slice(0, 500) };
    }
  }
}

function underWay(): DomainError {
  return new DomainError('rate_limited', 'A test is under way; wait for its answer.', { retryAfterSeconds: 1 });
}
