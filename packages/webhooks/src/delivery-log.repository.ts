import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import type { DeliveryTry } from './tries/delivery-try.js';

/** A delivery as its endpoint's owner sees it. */
export type LoggedDelivery = {
  readonly id: number;
  readonly eventId: string;
  readonly type: string;
  /** Null where it told of something else. */
  readonly emailId: number | null;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** Null if there will be none. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

/** A delivery with its latest tries, oldest first, and with what it tells. */
export type InspectedDelivery = LoggedDelivery & {
  readonly mailboxId: number;
  readonly url: string;
  readonly tries: readonly DeliveryTry[];
  /** What it tells where it tells of no email. */
  readonly data: object | null;
  readonly occurredAt: Date;
};

export type DeliveryPage = {
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
  readonly limit: number;
};

const MAX_ID = Number.MAX_SAFE_INTEGER;

const columns = `id, event_id as "eventId", type, email_id as "emailId", status, attempts, last_status as "lastStatus",
  last_error as "lastError", case when status = 'pending' then next_attempt_at end as "nextAttemptAt",
  created_at as "createdAt", finished_at as "finishedAt"`;

const list = (order: 'asc' | 'desc') =>
  statement(
    `webhook-delivery-list-${order}`,
    `select ${columns} from webhook_delivery where webhook_id = $1 and id ${order === 'desc' ? '<' : '>'} $2
     order by id ${order} limit $3`,
  );

const lists = { asc: list('asc'), desc: list('desc') };

/**
 * Starts the schedule again from its beginning; a delivery that waits is tried now. One that is under way is left
 * alone.
 */
const replay = statement(
  'webhook-delivery-replay',
  `update webhook_delivery set status = 'pending', next_attempt_at = now(), finished_at = null,
     attempts = case when status = 'pending' then attempts else 0 end
   where webhook_id = $1 and id = $2 and lease_expires_at is null returning ${columns}`,
);

/** The same of one that has ended, in the transaction that records who wanted it. */
const replayEnded = statement(
  'webhook-delivery-replay-ended',
  `update webhook_delivery set status = 'pending', next_attempt_at = now(), finished_at = null, attempts = 0
   where webhook_id = $1 and id = $2 and lease_expires_at is null and status <> 'pending'`,
);

const find = statement(
  'webhook-delivery-find',
  `select ${columns} from webhook_delivery where webhook_id = $1 and id = $2`,
);

const inspect = statement(
  'webhook-delivery-inspect',
  `select d.*, w.url from (
     select ${columns}, webhook_id, mailbox_id as "mailboxId", tries, data, occurred_at as "occurredAt" from webhook_delivery
     where webhook_id = $1 and id = $2) d join webhook w on w.id = d.webhook_id`,
);

/** The outcomes of an endpoint's deliveries, for as long as the janitor keeps them. */
@Injectable()
export class DeliveryLogRepository {
  constructor(private readonly database: Database) {}

  async list(webhookId: number, { cursor, oldestFirst, limit }: DeliveryPage): Promise<LoggedDelivery[]> {
    const values = [webhookId, cursor ?? (oldestFirst ? 0 : MAX_ID), limit];
    return this.database.query<LoggedDelivery>(lists[oldestFirst ? 'asc' : 'desc'], values);
  }

  /** Returns null if the webhook has no such delivery. */
  async replay(webhookId: number, id: number): Promise<LoggedDelivery | null> {
    const [replayed] = await this.database.query<LoggedDelivery>(replay, [webhookId, id]);
    if (replayed) return replayed;
    return this.find(webhookId, id);
  }

  /** Returns false if it waits or is under way, or if there is none. */
  async replayEnded(tx: Tx, webhookId: number, id: number): Promise<boolean> {
    return (await tx.$executeRawUnsafe(replayEnded.text, webhookId, id)) > 0;
  }

  async inspect(webhookId: number, id: number): Promise<InspectedDelivery | null> {
    const [delivery] = await this.database.query<InspectedDelivery>(inspect, [webhookId, id]);
    return delivery ?? null;
  }

  async find(webhookId: number, id: number): Promise<LoggedDelivery | null> {
    const [delivery] = await this.database.query<LoggedDelivery>(find, [webhookId, id]);
    return delivery ?? null;
  }
}
