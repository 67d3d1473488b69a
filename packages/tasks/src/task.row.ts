import type { Task, TaskStatus } from './task.js';

const taskColumnNames = [
  'email_id',
  'mailbox_id',
  'status',
  'reason',
  'handled_by',
  'handled_at',
  'lease_owner',
  'lease_token',
  'lease_expires_at',
  'attempts',
  'max_attempts',
  'checkpoint',
] as const;

/** Whether a lease is active is judged when the statement runs, not when its transaction began. */
export const taskColumns = (t: string) =>
  `${taskColumnNames.map((name) => `${t}.${name}`).join(', ')}, coalesce(${t}.lease_expires_at > now(), false) as locked`;

export type TaskRow = {
  email_id: number;
  mailbox_id: number;
  status: TaskStatus;
  reason: string;
  handled_by: string;
  handled_at: Date | null;
  lease_owner: string | null;
  lease_token: string | null;
  lease_expires_at: Date | null;
  locked: boolean;
  attempts: number;
  max_attempts: number;
  checkpoint: string | null;
};

export function taskOf(row: TaskRow): Task {
  return {
    emailId: row.email_id,
    mailboxId: row.mailbox_id,
    status: row.status,
    reason: row.reason,
    handledBy: row.handled_by,
    handledAt: row.handled_at,
    leaseOwner: row.lease_owner,
    leaseToken: row.lease_token,
    leaseExpiresAt: row.lease_expires_at,
    locked: row.locked,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    checkpoint: row.checkpoint,
  };
}

/** A task beside an email, which has columns of the same names. */
export type PrefixedTaskRow = { [Name in keyof TaskRow as `task_${Name}`]: TaskRow[Name] };

export const prefixedTaskColumns = (t: string) =>
  `${taskColumnNames.map((name) => `${t}.${name} as task_${name}`).join(', ')},
   coalesce(${t}.lease_expires_at > now(), false) as task_locked`;

export function unprefixed(row: PrefixedTaskRow): TaskRow {
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
