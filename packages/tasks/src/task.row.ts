import type { Task, TaskStatus } from './task.js';

/** An active lease is judged when the statement runs, not when its transaction began. */
export const taskColumns = (t: string) => `${t}.email_id, ${t}.mailbox_id, ${t}.status, ${t}.reason, ${t}.handled_by,
  ${t}.handled_at, ${t}.lease_owner, ${t}.lease_token, ${t}.lease_expires_at,
  coalesce(${t}.lease_expires_at > now(), false) as locked, ${t}.attempts, ${t}.max_attempts, ${t}.checkpoint`;

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
