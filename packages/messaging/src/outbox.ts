import { Injectable } from '@nestjs/common';
import { uuidv7 } from '@mailroom/ids';
import { type Tx } from '@mailroom/database';
import type { EventDefinition } from '@mailroom/events';

/** Writes events in the transaction of the change that they report. */
@Injectable()
export class Outbox {
  /**
   * Records an event in the caller's transaction; the relay publishes it after the commit. If the event concerns an
   * email in a mailbox, those who follow the mailbox hear of it too.
   */
  async append<P extends object>(tx: Tx, definition: EventDefinition<string, P>, payload: P): Promise<void> {
    const checked = JSON.stringify(definition.parse(payload));
    await tx.$executeRaw`
      with event as (
        insert into outbox_event (id, type, payload)
        values (${uuidv7()}::uuid, ${definition.type}, ${checked}::jsonb) returning *),
      told as (
        insert into feed_event (id, mailbox_id, type, email_id)
        select id, (payload ->> 'mailboxId')::int, type, (payload ->> 'emailId')::bigint from event
        where payload ?& array['mailboxId', 'emailId'] returning pg_notify('feed', ''))
      select pg_notify('outbox', '') from event`;
  }
}
