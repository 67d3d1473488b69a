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
import { prefixedTaskColumns, taskOf, unprefixed, type PrefixedTaskRow } from './task.row.js';

export type ReceivedEmail = { readonly email: Email; readonly task: Task };

const list = (order: 'asc' | 'desc') =>
  statement(
    `received-email-list-${order}`,
    `select ${emailColumns}, ${prefixedTaskColumns('t')}
     from (select * from email e ${emailPage[order]}) e
       cross join lateral (select * from email_task where mailbox_id = $1 and email_id = e.id offset 0) t
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
    const rows = await this.database.query<EmailRow & PrefixedTaskRow>(
      lists[page.oldestFirst ? 'asc' : 'desc'],
      values,
    );
    return rows.map((row) => ({ email: emailOf(row), task: taskOf(unprefixed(row)) }));
  }
}
