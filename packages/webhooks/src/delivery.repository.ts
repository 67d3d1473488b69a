import { Injectable } from '@nestjs/common';
import type { Shares } from '@mailroom/concurrency';
import { Database, isOfBatch, statement, upkeepStatement } from '@mailroom/database';
import { FIRST_WINDOW, type Rooms } from './endpoint-windows.js';
import { CODE_EXTRACTED } from './notices.js';
import { MAX_TRIES, type DeliveryTry } from './tries/delivery-try.js';
import type { ScheduledEvent } from './scheduled-event.js';
import { openSecrets, secretsInForce } from './webhook.repository.js';

export type WebhookDelivery = {
  readonly id: number;
  readonly webhookId: number;
  readonly tenantId: string;
  readonly mailboxId: number;
  readonly eventId: string;
  readonly type: string;
  /** Null where it tells of something else. */
  readonly emailId: number | null;
  /** What it tells of something else. */
  readonly data: object | null;
  readonly occurredAt: Date;
  /** The number of attempts, including this one. */
  readonly attempts: number;
  readonly url: string;
  /** The trace of what caused the event. */
  readonly traceparent: string | null;
  /** The secrets in force, sealed: the newest, and for a day the one before it. */
  readonly secrets: readonly string[];
};

/** The outcome of an attempt; if `retrySeconds` is null, there is no further one. */
export type DeliveryOutcome = {
  readonly succeeded: boolean;
  readonly status: number | null;
  readonly error: string | null;
  readonly retrySeconds: number | null;
  /** The endpoint wants no more deliveries (410). */
  readonly gone: boolean;
  readonly tookMs: number;
  /** The beginning of the answer; null where there was none. */
  readonly answer: string | null;
};

export type Attempt = {
  readonly delivery: WebhookDelivery;
  readonly outcome: DeliveryOutcome;
  readonly at: Date;
};

export const LEASE_SECONDS = 60;

/** The columns of a `WebhookDelivery`, of the delivery `d` and its webhook `w`. */
export const deliveryColumns = `d.id, d.webhook_id as "webhookId", w.tenant_id as "tenantId", d.mailbox_id as "mailboxId", d.event_id as "eventId", d.type, d.email_id as "emailId", d.data,
  d.occurred_at as "occurredAt", d.attempts, w.url, d.traceparent, ${secretsInForce} as secrets`;

/**
 * The CTE `endpoint_room`, the room of endpoints of the CTE `of`, out of all of whose room something is known ($n and the
 * parameter after it): they may be thousands, and are gone through once.
 */
export const roomsOfEndpoints = (n: number, of: string) => `endpoint_room as materialized (
     select id, room from unnest($${n}::int[], $${n + 1}::int[]) as known (id, room)
     where id = any (array(select distinct webhook_id from ${of})))`;
export const roomOfEndpoint = `coalesce((select room from endpoint_room where id = webhook_id), ${FIRST_WINDOW})`;
/** The room of a tenant, in the same way; the third parameter is the room of all others. */
export const roomOfTenant = (
  n: number,
) => `coalesce((select room from unnest($${n}::text[], $${n + 1}::int[]) as known (id, room)
  where id = tenant_id), $${n + 2}::int)`;

/**
 * Creates one delivery per notice and active endpoint of the email's mailbox and of its tenant, once: the inbox row and
 * the deliveries are one commit, and if nobody asked for the notice nothing is written. Endpoints are looked up once for each
 * mailbox, whatever happened in it. The deliveries that there is room for are leased to this process, which makes the
 * first attempt at once; $8 is the room for all, $6 and $7 that of endpoints, and from $11 on that of tenants. The others wait. Who asked for codes is
 * told of mail that has one. `is true` keeps Postgres from joining what is new, of which it expects a single row, and so from
 * going through all of it for each match.
 */
const schedule = statement(
  'webhook-schedule',
  `with notice as (
     select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::timestamptz[], $5::int[], $9::text[], $10::jsonb[])
       with ordinality as n (id, type, email_id, occurred_at, mailbox_id, traceparent, data, position)),
   endpoint as materialized (
     select m.id as mailbox_id, w.id as webhook_id, w.tenant_id, w.events
     from mailbox m join webhook w on w.tenant_id = m.tenant_id and (w.mailbox_id is null or w.mailbox_id = m.id)
     where m.id = any ($5::int[]) and w.status = 0 and w.deleted_at is null),
   match as (
     select n.*, w.webhook_id, w.tenant_id from notice n join endpoint w on w.mailbox_id = n.mailbox_id and n.type = any (w.events)
     where n.type <> '${CODE_EXTRACTED}'
       or coalesce((
         select e.verification_code <> '' from email e where e.id = n.email_id and e.mailbox_id = n.mailbox_id), false)),
   first as (
     insert into inbox_event (consumer, event_id) select distinct 'webhooks', id from match
     on conflict do nothing returning event_id),
   ${roomsOfEndpoints(6, 'endpoint')},
   placed as (
     select match.*, row_number() over (partition by webhook_id order by position) <= ${roomOfEndpoint}
       and row_number() over (partition by tenant_id order by position, webhook_id) <= ${roomOfTenant(11)}
       and row_number() over (order by position, webhook_id) <= $8::int as now
     from match where (id in (select event_id from first)) is true),
   inserted as (
     insert into webhook_delivery (mailbox_id, webhook_id, event_id, type, email_id, data, occurred_at, traceparent, attempts,
       lease_expires_at, next_attempt_at)
     select mailbox_id, webhook_id, id, type, email_id, data, occurred_at, traceparent, now::int,
       case when now then now() + make_interval(secs => ${LEASE_SECONDS}) end,
       case when now then now() + make_interval(secs => ${LEASE_SECONDS}) else now() end
     from placed order by position, webhook_id
     on conflict do nothing
     returning *)
   select ${deliveryColumns} from inserted d join webhook w on w.id = d.webhook_id`,
);

/**
 * Records the outcomes of some attempts. An endpoint shows the outcome of its last one; five days without a success
 * disable it, and so does its own request. A delivery keeps its latest tries.
 */
const record = statement(
  'webhook-record',
  `with outcome as (
     select * from unnest($1::bigint[], $2::int[], $3::boolean[], $4::int[], $5::text[], $6::float8[], $7::boolean[],
       $8::jsonb[], $9::int[]) with ordinality
       as o (id, attempts, succeeded, status, error, retry_seconds, gone, try, mailbox_id, position)),
   delivery as (
     update webhook_delivery d set
       status = case when o.succeeded then 'succeeded' when o.retry_seconds is null then 'failed' else 'pending' end,
       next_attempt_at = now() + make_interval(secs => coalesce(o.retry_seconds, 0)), lease_expires_at = null,
       last_status = o.status, last_error = o.error,
       tries = jsonb_path_query_array(d.tries || o.try, '$[last - ${MAX_TRIES - 1} to last]'),
       finished_at = case when o.succeeded or o.retry_seconds is null then now() end
     from outcome o where d.id = o.id and d.mailbox_id = o.mailbox_id and d.attempts = o.attempts
     returning d.webhook_id, o.*),
   endpoint as (
     select distinct on (webhook_id) webhook_id, succeeded, status, error,
       bool_or(gone) over same as gone, bool_or(succeeded) over same as recovered
     from delivery window same as (partition by webhook_id) order by webhook_id, position desc)
   update webhook w set last_status = e.status, last_error = e.error, last_deliver_time = now(),
     failing_since = case when not e.succeeded then coalesce(case when not e.recovered then w.failing_since end, now()) end,
     status = case when e.gone or (not e.recovered and w.failing_since < now() - interval '5 days') then 1 else w.status end
   from endpoint e where w.id = e.webhook_id`,
);

/** Returns a delivery whose attempt was not made and does not count; it is due again in $4 seconds. */
const giveBack = statement(
  'webhook-give-back',
  `update webhook_delivery set attempts = attempts - 1, lease_expires_at = null,
     next_attempt_at = now() + make_interval(secs => $4)
   where id = $1 and attempts = $2 and mailbox_id = $3 and status = 'pending'`,
);

/** Ends a delivery without recording anything about its endpoint. */
const abandon = statement(
  'webhook-abandon',
  `update webhook_delivery set status = 'failed', last_error = $4, lease_expires_at = null, finished_at = now()
   where id = $1 and attempts = $2 and mailbox_id = $3 and status = 'pending'`,
);

/** Ends what waits for an endpoint that was disabled or deleted; locked rows are left for the next time. */
const endDisabled = upkeepStatement(
  'webhook-end-disabled',
  `with due as (
     select d.ctid, d.id, d.mailbox_id from webhook_delivery d join webhook w on w.id = d.webhook_id
     where d.status = 'pending' and w.status = 1
     order by d.webhook_id, d.next_attempt_at limit $1 offset $2 for update of d skip locked)
   update webhook_delivery set status = 'failed', last_error = 'The webhook is disabled.', lease_expires_at = null,
     finished_at = now()
   where ${isOfBatch('due', 'id, mailbox_id')} returning 1`,
);

@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: Database) {}

  /** Returns all deliveries that were created; those without an attempt wait. */
  async schedule(
    events: readonly ScheduledEvent[],
    { webhookIds, rooms }: Rooms,
    shares: Shares,
    /** How many deliveries this process can begin. */
    free: number,
  ): Promise<WebhookDelivery[]> {
    const notices = events.flatMap(({ notices, ...event }) => notices.map(({ id, type }) => ({ id, type, ...event })));
    return this.database.query<WebhookDelivery>(schedule, [
      notices.map(({ id }) => id),
      notices.map(({ type }) => type),
      notices.map(({ emailId }) => emailId),
      notices.map(({ occurredAt }) => occurredAt),
      notices.map(({ mailboxId }) => mailboxId),
      webhookIds,
      rooms,
      free,
      notices.map(({ traceparent }) => traceparent ?? null),
      notices.map(({ data }) => (data ? JSON.stringify(data) : null)),
      ...valuesOf(shares),
    ]);
  }

  /** The secrets that sign a delivery. @throws SealedSecretError */
  secretsOf({ webhookId, secrets }: WebhookDelivery): string[] {
    return openSecrets(this.database, webhookId, secrets);
  }

  async record(attempts: readonly Attempt[]): Promise<void> {
    await this.database.query(record, [
      attempts.map(({ delivery }) => delivery.id),
      attempts.map(({ delivery }) => delivery.attempts),
      attempts.map(({ outcome }) => outcome.succeeded),
      attempts.map(({ outcome }) => outcome.status),
      attempts.map(({ outcome }) => errorText(outcome)),
      attempts.map(({ outcome }) => outcome.retrySeconds),
      attempts.map(({ outcome }) => outcome.gone),
      attempts.map((attempt) => JSON.stringify(tryOf(attempt))),
      attempts.map(({ delivery }) => delivery.mailboxId),
    ]);
  }

  async giveBack({ id, attempts, mailboxId }: WebhookDelivery, pauseSeconds = 0): Promise<void> {
    await this.database.query(giveBack, [id, attempts, mailboxId, pauseSeconds]);
  }

  async abandon({ id, attempts, mailboxId }: WebhookDelivery, reason: string): Promise<void> {
    await this.database.query(abandon, [id, attempts, mailboxId, reason]);
  }

  /** Ends at most `limit` deliveries that nobody waits for any more, behind the first `offset`; returns how many. */
  async endDisabled(limit: number, offset: number): Promise<number> {
    return (await this.database.tryQuery(endDisabled, [limit, offset])).length;
  }
}

/** The shares as parameters, in the order in which `roomOfTenant` takes them. */
export const valuesOf = ({ tenantIds, rooms, otherwise }: Shares) => [tenantIds, rooms, otherwise];

const errorText = ({ error }: DeliveryOutcome) => error?.slice(0, 500) ?? null;

function tryOf({ outcome, at }: Attempt): DeliveryTry {
  const { status, tookMs, answer } = outcome;
  return { at: at.toISOString(), status, error: errorText(outcome), tookMs, answer };
}
