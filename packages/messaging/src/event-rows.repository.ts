import type { Tx } from '@mailroom/database';

/** SQL expressions over the rows that events are written from. */
type EventExpressions = {
  readonly id: string;
  readonly type: string;
  /** The column is of type jsonb. */
  readonly payload: string;
  readonly traceparent?: string;
  /** Seconds for which the relay leaves the event alone; it is due at once without them. */
  readonly dueInSeconds?: string;
};

/**
 * A CTE `event` that writes an event into the outbox for each row of `from`, in the statement of the change that it
 * reports. Whoever is to hear of it at once is notified by that statement (`pg_notify('outbox', '')`).
 */
export function eventRows(
  { id, type, payload, traceparent = 'null', dueInSeconds = '0' }: EventExpressions,
  from: string,
): string {
  return `event as (
     insert into outbox_event (id, type, payload, traceparent, due_at)
     select ${id}, ${type}, ${payload}, ${traceparent}, now() + make_interval(secs => ${dueInSeconds}) ${from}
     returning id, type, payload)`;
}

/** A CTE `feed_row` that tells who follows a mailbox of the rows of `event` that concern an email in it. */
export function tellEvents(which = 'true'): string {
  return `feed_row as (
     insert into feed_event (id, mailbox_id, type, email_id)
     select id, (payload ->> 'mailboxId')::int, type, (payload ->> 'emailId')::bigint from event
     where payload ?& array['mailboxId', 'emailId'] and ${which}
     returning pg_notify('feed', ''))`;
}

const append = `with ${eventRows({ id: '$1::uuid', type: '$2', payload: '$3::jsonb' }, '')}, ${tellEvents()}
  select pg_notify('outbox', '') from event`;

/** Writes one event; `payload` is JSON. */
export async function appendEvent(tx: Tx, event: Readonly<Record<'id' | 'type' | 'payload', string>>): Promise<void> {
  await tx.$executeRawUnsafe(append, event.id, event.type, event.payload);
}
