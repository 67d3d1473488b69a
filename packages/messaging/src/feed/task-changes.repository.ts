import { alwaysRecorded, TASK_UPDATED } from './feed-event.js';

const statuses = alwaysRecorded.map((status) => `'${status}'`).join();

/**
 * Records `task.updated` for tasks that a statement changed (`changed`: `email_id`, `mailbox_id`, `status`), and wakes
 * those who wait. The statuses of `alwaysRecorded` always are; others only if one of the tenant's streams listened in the
 * last day.
 */
export const tellTaskChanges = (changed: string) => `told as (
  insert into feed_event (mailbox_id, type, email_id, task_status)
  select c.mailbox_id, '${TASK_UPDATED}', c.email_id, c.status from ${changed} c
  where c.status in (${statuses}) or exists (
    select from feed_listener l join mailbox m on m.tenant_id = l.tenant_id
    where m.id = c.mailbox_id and l.listening_until > now())
  returning pg_notify('feed', ''))`;
