import type { Task, TaskStatus } from './task.js';

export const taskColumnNames = [
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
