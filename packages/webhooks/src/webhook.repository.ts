import { Injectable } from '@nestjs/common';
import { Database, statement, type SealedColumn } from '@mailroom/database';
import type { CreatedWebhook, RotatedWebhook, SigningWebhook, Webhook } from './webhook.js';

const MAX_PER_OWNER = 50;

/** The columns of a `Webhook`. */
export const webhookColumns = `id, tenant_id as "tenantId", user_id as "userId", mailbox_id as "mailboxId", name, url, events,
  status, last_status as "lastStatus", last_error as "lastError", last_deliver_time as "lastDeliverTime",
  created_at as "createdAt"`;

const identity = `'webhook/secret/' || id`;

/** The columns that hold sealed signing secrets; a rotation moves one between them, so both have the same identity. */
export const sealedWebhookSecrets: readonly SealedColumn[] = [
  { table: 'webhook', column: 'secret', identity },
  { table: 'webhook', column: 'previous_secret', identity },
];

const identityOf = (webhookId: number) => `webhook/secret/${webhookId}`;

/** Opens the secrets that sign deliveries. */
export function openSecrets({ secrets: box }: Database, webhookId: number, sealed: readonly string[]): string[] {
  return sealed.map((secret) => box.open(secret, identityOf(webhookId)));
}

/** The sealed secrets that sign the deliveries of the webhook `w`. */
export const secretsInForce = `array_remove(array[w.secret,
  case when w.previous_secret_until > now() then w.previous_secret end], null)`;

const SECRET_OVERLAP = `interval '24 hours'`;

const mine = 'w.id = $1 and w.tenant_id = $2 and ($3::int is null or w.mailbox_id = $3) and w.deleted_at is null';

const find = statement(
  'webhook-find',
  `select ${webhookColumns}, ${secretsInForce} as secrets from webhook w where ${mine}`,
);

/** The present secret stays in force for another day; the one before it does not. */
const rotate = statement(
  'webhook-rotate',
  `update webhook w set previous_secret = secret, previous_secret_until = now() + ${SECRET_OVERLAP}, secret = $4
   where ${mine} returning ${webhookColumns}, previous_secret_until as "previousSecretUntil"`,
);

/** The webhook's id is needed first, since its secret is bound to it. */
const nextId = statement('webhook-next-id', `select nextval('webhook_id_seq')::int as id`);

/** Inserts unless the owner already has as many as allowed. */
const insert = statement(
  'webhook-insert',
  `insert into webhook (tenant_id, user_id, mailbox_id, name, url, events, secret, id)
   select $1, $2, $3, $4, $5, $6, $7, $8
   where (select count(*) from webhook where tenant_id = $1 and mailbox_id is not distinct from $3::int
     and deleted_at is null) < ${MAX_PER_OWNER}
   returning ${webhookColumns}`,
);

const list = statement(
  'webhook-list',
  `select ${webhookColumns} from webhook
   where tenant_id = $1 and ($2::int is null or mailbox_id = $2) and deleted_at is null order by id`,
);

/** The row stays for its deliveries; it is never shown again, and nothing is delivered to it. */
const remove = statement(
  'webhook-delete',
  `update webhook set deleted_at = now(), status = 1
   where id = $1 and tenant_id = $2 and ($3::int is null or mailbox_id = $3) and deleted_at is null returning id`,
);

/** Webhooks of mailboxes whose lease has ended count no more. */
const count = statement(
  'webhook-count-live',
  `select count(*)::int as live from webhook w where w.tenant_id = $1 and w.deleted_at is null
     and not exists (select from mailbox m where m.id = w.mailbox_id and m.leased_until <= now())`,
);

const deleteOfMailbox = statement(
  'webhook-delete-of-mailbox',
  `update webhook set deleted_at = now(), status = 1
   where mailbox_id = $1 and deleted_at is null and tenant_id = (select tenant_id from mailbox where id = $1)`,
);

const failing = statement(
  'webhook-failing',
  `select ${webhookColumns} from webhook where deleted_at is null and (status = 1 or failing_since is not null) order by id`,
);

/**
 * Only one test runs at a time, on whichever replica; a test that dies with its process does not block others for long.
 */
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

type Queries = Pick<Database, 'query'>;

@Injectable()
export class WebhookRepository {
  constructor(private readonly database: Database) {}

  /** Returns null if the owner has too many. */
  async insert(
    on: Queries,
    { tenantId, userId, mailboxId, name, url, events, secret }: NewWebhook,
  ): Promise<CreatedWebhook | null> {
    const [{ id } = { id: 0 }] = await on.query<{ id: number }>(nextId);
    const sealed = this.database.secrets.seal(secret, identityOf(id));
    const values = [tenantId, userId, mailboxId, name, url, events, sealed, id];
    const [webhook] = await on.query<Webhook>(insert, values);
    return webhook ? { ...webhook, secret } : null;
  }

  async find(id: number, tenantId: string, mailboxId: number | null): Promise<SigningWebhook | null> {
    const [webhook] = await this.database.query<SigningWebhook>(find, [id, tenantId, mailboxId]);
    return webhook ? { ...webhook, secrets: openSecrets(this.database, id, webhook.secrets) } : null;
  }

  async rotate(id: number, tenantId: string, mailboxId: number | null, secret: string): Promise<RotatedWebhook | null> {
    const sealed = this.database.secrets.seal(secret, identityOf(id));
    type Rotated = Omit<RotatedWebhook, 'secret'>;
    const [webhook] = await this.database.query<Rotated>(rotate, [id, tenantId, mailboxId, sealed]);
    return webhook ? { ...webhook, secret } : null;
  }

  async list(tenantId: string, mailboxId: number | null): Promise<Webhook[]> {
    return this.database.query<Webhook>(list, [tenantId, mailboxId]);
  }

  async delete(id: number, tenantId: string, mailboxId: number | null): Promise<boolean> {
    return (await this.database.query(remove, [id, tenantId, mailboxId])).length === 1;
  }

  /** How many webhooks a tenant has. */
  async count(on: Queries, tenantId: string): Promise<number> {
    const [row] = await on.query<{ live: number }>(count, [tenantId]);
    return row?.live ?? 0;
  }

  /** Deletes the webhooks of a mailbox in which nothing happens any more. */
  async deleteOfMailbox(mailboxId: number): Promise<void> {
    await this.database.query(deleteOfMailbox, [mailboxId]);
  }

  /** Webhooks that are disabled, and those whose last delivery failed. */
  async failing(): Promise<Webhook[]> {
    return this.database.query<Webhook>(failing);
  }

  /** Returns false while another test of the webhook is under way. */
  async beginTest(id: number): Promise<boolean> {
    return (await this.database.query(beginTest, [id])).length === 1;
  }

  async endTest(id: number): Promise<void> {
    await this.database.query(endTest, [id]);
  }
}
