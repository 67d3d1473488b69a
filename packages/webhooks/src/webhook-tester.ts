import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { TenantShares } from '@mailroom/concurrency';
import { uuidv7 } from '@mailroom/ids';
import { DomainError } from '@mailroom/errors';
import { Poster } from './post.js';
import { signedHeaders } from './signature.js';
import { WebhookRepository } from './webhook.repository.js';
import type { SigningWebhook } from './webhook.js';

/** The limit on tests under way at once, in this process. */
const MAX_TESTS = 16;

/** The endpoint's answer to a test event; if `status` is null, there was none at all. */
export type TestOutcome = {
  readonly eventId: string;
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
};

/** Posts one test event, signed, checked and limited in time like every delivery, but without a second attempt. */
@Injectable()
export class WebhookTester implements OnModuleDestroy {
  readonly #shares = new TenantShares(MAX_TESTS);

  constructor(
    private readonly poster: Poster,
    private readonly webhooks: WebhookRepository,
  ) {}

  /** @throws rate_limited while any replica tests this webhook, or if this one runs too many tests of the tenant's */
  async test(webhook: SigningWebhook): Promise<TestOutcome> {
    const { tenantId } = webhook;
    if (this.#shares.roomOf(tenantId) === 0) throw underWay();
    this.#shares.begin(tenantId);
    try {
      if (!(await this.webhooks.beginTest(webhook.id))) throw underWay();
      return await this.#post(webhook).finally(() => this.webhooks.endTest(webhook.id));
    } finally {
      this.#shares.end(tenantId);
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
