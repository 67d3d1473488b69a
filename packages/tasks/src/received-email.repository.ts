import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import {
  emailColumns,
  emailOf,
  emailPage,
  emailPageValues,
  type Email,
  type EmailPage,
  type EmailRow,
} from '@mailroom/mail';
import type { Task } from './task.js';
import { taskColumnNames, taskOf, type TaskRow } from './task.row.js';

export type ReceivedEmail = { readonly email: Email; readonly task: Task };

type Prefixed = { [Name in keyof TaskRow as `task_${Name}`]: TaskRow[Name] };

const prefixed = taskColumnNames.map((name) => `t.${name} as task_${name}`).join(', ');

const list = (order: 'asc' | 'desc') =>
  statement(
    `received-email-list-${order}`,
    `select ${emailColumns}, ${prefixed}, coalesce(t.lease_expires_at > now(), false) as task_locked
     from (select * from email e ${emailPage[order]}) e
       cross join lateral (select * from email_task where email_id = e.id offset 0) t
     order by e.id ${order}`,
  );

const lists = { asc: list('asc'), desc: list('desc') };

/**
 * Received emails with their tasks. A list shows both, and reading both in one statement costs little more than reading
 * either. The page is cut before its tasks are looked up: the planner, which does not know how short a page is, would
 * otherwise merge both tables from their ends.
 */
@Injectable()
export class ReceivedEmailRepository {
  constructor(private readonly database: Database) {}

  async list(mailboxId: number, page: Omit<EmailPage, 'direction'>): Promise<ReceivedEmail[]> {
    const values = emailPageValues(mailboxId, { ...page, direction: 'received' });
    const rows = await this.database.query<EmailRow & Prefixed>(lists[page.oldestFirst ? 'asc' : 'desc'], values);
    return rows.map((row) => ({ email: emailOf(row), task: taskOf(taskRowOf(row)) }));
  }
}

function taskRowOf(row: Prefixed): TaskRow {
  return {
    email_id: row.task_email_id,
    mailbox_id: row.task_mailbox_id,
    status: row.task_status,
    reason: row.task_reason,
    handled_by: row.task_handled_by,
    handled_at: row.task_handled_at,
    lease_owner: row.task_lease_owner,
    lease_token: row.task_lease_token,
    lease_expires_at: row.task_lease_expires_at,
    locked: row.task_locked,
    attempts: row.task_attempts,
    max_attempts: row.task_max_attempts,
    checkpoint: row.task_checkpoint,
  };
}
