import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { CreatedWebhook, RotatedWebhook, SigningWebhook, Webhook } from './webhook.js';

const MAX_PER_OWNER = 50;

const columns = `id, tenant_id as "tenantId", user_id as "userId", mailbox_id as "mailboxId", name, url, events,
  status, last_status as "lastStatus", last_error as "lastError", last_deliver_time as "lastDeliverTime",
  created_at as "createdAt"`;

/** Of the webhook `w`: what its deliveries are signed with. */
export const secretsInForce = `array_remove(array[w.secret,
  case when w.previous_secret_until > now() then w.previous_secret end], null)`;

const SECRET_OVERLAP = `interval '24 hours'`;

const mine = 'w.id = $1 and w.tenant_id = $2 and ($3::int is null or w.mailbox_id = $3) and w.deleted_at is null';

const find = statement('webhook-find', `select ${columns}, ${secretsInForce} as secrets from webhook w where ${mine}`);

/** The secret that was is in force for a day more; the one before it is not. */
const rotate = statement(
  'webhook-rotate',
  `update webhook w set previous_secret = secret, previous_secret_until = now() + ${SECRET_OVERLAP}, secret = $4
   where ${mine} returning ${columns}, secret, previous_secret_until as "previousSecretUntil"`,
);

/** Inserts unless the owner has as many as it may have. */
const insert = statement(
  'webhook-insert',
  `insert into webhook (tenant_id, user_id, mailbox_id, name, url, events, secret)
   select $1, $2, $3, $4, $5, $6, $7
   where (select count(*) from webhook where tenant_id = $1 and mailbox_id is not distinct from $3::int
     and deleted_at is null) < ${MAX_PER_OWNER}
   returning ${columns}, secret`,
);

const list = statement(
  'webhook-list',
  `select ${columns} from webhook
   where tenant_id = $1 and ($2::int is null or mailbox_id = $2) and deleted_at is null order by id`,
);

/** The row stays for its deliveries; it is never shown or delivered to again. */
const remove = statement(
  'webhook-delete',
  `update webhook set deleted_at = now(), status = 1
   where id = $1 and tenant_id = $2 and ($3::int is null or mailbox_id = $3) and deleted_at is null returning id`,
);

const failing = statement(
  'webhook-failing',
  `select ${columns} from webhook where deleted_at is null and (status = 1 or failing_since is not null) order by id`,
);

const enable = statement(
  'webhook-enable',
  `update webhook set status = 0, failing_since = null where id = $1 and deleted_at is null returning id`,
);

/** One test at a time, whichever replica makes it; one that is lost with its process bars no other for long. */
const beginTest = statement(
  'webhook-begin-test',
  `update webhook set testing_until = now() + interval '1 minute'
   where id = $1 and (testing_until is null or testing_until < now()) returning id`,
);
const endTest = statement('webhook-end-test', 'update webhook set testing_until = null where id = $1');

export type NewWebhook = Pick<
  CreatedWebhook,
  'tenantId' | 'userId' | 'mailboxId' | 'name' | 'url' | 'events' | 'secret'
>;

@Injectable()
export class WebhookRepository {
  constructor(private readonly database: Database) {}

  /** Null when the owner has too many. */
  async insert({ tenantId, userId, mailboxId, name, url, events, secret }: NewWebhook): Promise<CreatedWebhook | null> {
    const values = [tenantId, userId, mailboxId, name, url, events, secret];
    const [webhook] = await this.database.query<CreatedWebhook>(insert, values);
    return webhook ?? null;
  }

  async find(id: number, tenantId: string, mailboxId: number | null): Promise<SigningWebhook | null> {
    const [webhook] = await this.database.query<SigningWebhook>(find, [id, tenantId, mailboxId]);
    return webhook ?? null;
  }

  async rotate(id: number, tenantId: string, mailboxId: number | null, secret: string): Promise<RotatedWebhook | null> {
    const [webhook] = await this.database.query<RotatedWebhook>(rotate, [id, tenantId, mailboxId, secret]);
    return webhook ?? null;
  }

  async list(tenantId: string, mailboxId: number | null): Promise<Webhook[]> {
    return this.database.query<Webhook>(list, [tenantId, mailboxId]);
  }

  async delete(id: number, tenantId: string, mailboxId: number | null): Promise<boolean> {
    return (await this.database.query(remove, [id, tenantId, mailboxId])).length === 1;
  }

  /** Disabled ones, and those whose last delivery failed. */
  async failing(): Promise<Webhook[]> {
    return this.database.query<Webhook>(failing);
  }

  /** False while another test of it is under way. */
  async beginTest(id: number): Promise<boolean> {
    return (await this.database.query(beginTest, [id])).length === 1;
  }

  async endTest(id: number): Promise<void> {
    await this.database.query(endTest, [id]);
  }

  async enable(id: number): Promise<boolean> {
    return (await this.database.query(enable, [id])).length === 1;
  }
}
