import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { EmailPlace } from '@mailroom/mail';
import { tellTaskChanges } from '@mailroom/messaging';
import { ownerOf, type Claim, type Task } from './task.js';
import { taskColumns, taskOf, type TaskRow } from './task.row.js';

/** SQL for a lease: who holds it, its token, the claiming principal, its seconds, and a reason. */
type Lease = {
  readonly owner: string;
  readonly token: string;
  readonly principal: string;
  readonly ttl: string;
  readonly reason: string;
};

/** A task whose attempts are spent goes to a person instead. */
export const leasing = ({ owner, token, principal, ttl, reason }: Lease) => `
  status = case when t.attempts < t.max_attempts then 'processing' else 'needs_human' end,
  reason = case when t.attempts < t.max_attempts then ${reason} else 'attempts exhausted' end,
  lease_owner = case when t.attempts < t.max_attempts then ${owner} end,
  lease_token = case when t.attempts < t.max_attempts then ${token} end,
  lease_principal_id = case when t.attempts < t.max_attempts then ${principal} end,
  lease_expires_at = case when t.attempts < t.max_attempts then now() + make_interval(secs => ${ttl}) end,
  handled_by = case when t.attempts < t.max_attempts then t.handled_by else ${owner} end,
  handled_at = case when t.attempts < t.max_attempts then t.handled_at else now() end,
  attempts = case when t.attempts < t.max_attempts then t.attempts + 1 else 0 end`;

const lease = leasing({ owner: '$1', token: '$2', principal: '$3', ttl: '$4', reason: '$5' });

/**
 * Takes one task by its email id ($6) and mailbox ($8) if it is free, or already held by the same named owner ($7), whose
 * lease is then extended. If the task was not taken, the row says what was found.
 */
const claimOne = statement(
  'task-claim-one',
  `with found as (
     select email_id, coalesce(lease_expires_at > now(), false) as active, lease_owner, lease_token, lease_principal_id,
       lease_expires_at
     from email_task where email_id = $6 and mailbox_id = $8 and ready for update),
   extended as (
     update email_task t set lease_expires_at = now() + make_interval(secs => $4),
       reason = case when $5 = '' then t.reason else $5 end
     from found f where t.mailbox_id = $8 and t.email_id = f.email_id and f.active and f.lease_owner = $7 returning t.*),
   taken as (
     update email_task t set ${lease} from found f
     where t.mailbox_id = $8 and t.email_id = f.email_id and not f.active returning t.*),
   changed as (select * from extended union all select * from taken),
   ${tellTaskChanges('changed')}
   select ${taskColumns('t')}, f.active as "wasActive", f.lease_owner as "heldBy", f.lease_expires_at as "heldUntil"
   from found f left join changed t on true`,
);

export type ClaimOutcome = { readonly task: Task | null; readonly heldBy: string; readonly heldUntil: Date | null };

type ClaimOneRow = TaskRow & { wasActive: boolean; heldBy: string | null; heldUntil: Date | null };

/** Who holds a lease, its new token, the claiming principal, its seconds, and a reason. */
export function leaseValues({ actor, ttlSeconds, reason }: Claim) {
  const leaseToken = `lse_${randomBytes(18).toString('base64url')}`;
  return [ownerOf(actor), leaseToken, actor.principalId, ttlSeconds, reason ?? ''] as const;
}

/**
 * Claims a task by the id of its email, in one statement, atomic under any number of agents and replicas, on the database's
 * clock.
 */
@Injectable()
export class ClaimRepository {
  constructor(private readonly database: Database) {}

  /** Null if the email has no task; a null `task` if another's lease is active. */
  async claimOne({ id, mailboxId }: EmailPlace, claim: Claim): Promise<ClaimOutcome | null> {
    const values = [...leaseValues(claim), id, claim.actor.owner ?? null, mailboxId];
    const [row] = await this.database.query<ClaimOneRow>(claimOne, values);
    if (!row) return null;
    const task = row.email_id === null ? null : taskOf(row);
    return { task, heldBy: row.heldBy ?? '', heldUntil: row.heldUntil };
  }
}
