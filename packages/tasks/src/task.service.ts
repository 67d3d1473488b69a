import { Injectable } from '@nestjs/common';
import type { EmailPlace } from '@mailroom/mail';
import type { SqlTx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import type { Completion, NextClaim, NextTask, TurnFilter } from './claim-turn.js';
import { ClaimTurns } from './claim-turns.js';
import { ClaimRepository } from './claim.repository.js';
import { LeaseRepository, type LeaseOutcome, type TaskSet } from './lease.repository.js';
import { StatusRepository } from './status.repository.js';
import { statsOf } from './task-stats.js';
import { taskClaims } from './task-metrics.js';
import { TaskEmailRepository, type Reach, type TaskEmail } from './task-email.repository.js';
import { TaskRepository } from './task.repository.js';
import {
  ownerOf,
  type Actor,
  type Claim,
  type ClaimFilter,
  type ExpiredFilter,
  type Task,
  type TaskChange,
  type TaskPage,
  type TaskStats,
  type TaskStatus,
} from './task.js';

@Injectable()
export class TaskService {
  constructor(
    private readonly tasks: TaskRepository,
    private readonly claims: ClaimRepository,
    private readonly leases: LeaseRepository,
    private readonly statuses: StatusRepository,
    private readonly turns: ClaimTurns,
    private readonly taskEmails: TaskEmailRepository,
  ) {}

  async list(mailboxId: number, page: TaskPage): Promise<Task[]> {
    return this.tasks.list(mailboxId, page);
  }

  async findMany(emails: readonly EmailPlace[]): Promise<Map<number, Task>> {
    return this.tasks.findMany(emails);
  }

  /** Returns an email that is ready with its task, of one mailbox or, if that is null, whoever owns it: the caller checks. */
  async findEmail(emailId: number, mailboxId: number | null): Promise<TaskEmail | null> {
    return this.taskEmails.find(emailId, mailboxId);
  }

  async stats(mailboxId: number): Promise<TaskStats> {
    return statsOf(await this.tasks.stats(mailboxId));
  }

  /** Claims up to `limit` tasks, each leased to this claim alone; it passes over tasks whose attempts are spent. */
  async claimAvailable(mailboxId: number, claim: Claim, { limit, ...filter }: ClaimFilter): Promise<Task[]> {
    const claimed: Task[] = [];
    while (claimed.length < limit) {
      const request = { claim, part: 'none', limit: limit - claimed.length } as const;
      const { taken } = await this.turns.take(mailboxId, filter, request);
      const tasks = taken.map(({ task }) => task).filter(({ status }) => status === 'processing');
      claimed.push(...tasks);
      // Fewer tasks than requested means that no more wait; another look is worthwhile only if some were spent.
      if (taken.length < request.limit || tasks.length === taken.length) break;
    }
    if (claimed.length > 0) taskClaims.claimed.inc(claimed.length);
    else taskClaims.empty.inc();
    return claimed;
  }

  /**
   * Claims the next task, and ends the one before in the same commit; whether that succeeds or not, the claim goes on.
   * It passes over tasks whose attempts are spent.
   */
  async claimNext(mailboxId: number, filter: TurnFilter, request: NextClaim): Promise<NextTask> {
    const { completion, ...again } = request;
    const { taken, ended } = await this.turns.take(mailboxId, filter, { ...request, limit: 1 });
    let [claimed = null] = taken;
    while (claimed && claimed.task.status !== 'processing') {
      [claimed = null] = (await this.turns.take(mailboxId, filter, { ...again, limit: 1 })).taken;
    }
    taskClaims[claimed ? 'claimed' : 'empty'].inc();
    return { claimed, ...(completion && { completion: await this.#endOf(mailboxId, completion, ended) }) };
  }

  /** What became of a completion; why it was refused is looked up here, so that no one else's claim depends on it. */
  async #endOf(
    mailboxId: number,
    { emailId, actor }: Completion,
    ended: LeaseOutcome | undefined,
  ): Promise<TaskChange> {
    const outcome = ended ?? (await this.leases.refusals({ mailboxId, emailIds: [emailId] }, actor)).get(emailId);
    return changeOf(emailId, outcome, actor);
  }

  /** @throws lease_conflict, not_found */
  async claim(email: EmailPlace, claim: Claim): Promise<Task> {
    const outcome = await this.claims.claimOne(email, claim);
    if (!outcome) throw noTask();
    const result = !outcome.task ? 'conflict' : outcome.task.status === 'processing' ? 'claimed' : 'exhausted';
    taskClaims[result].inc();
    if (!outcome.task) throw conflict(outcome.heldBy, outcome.heldUntil);
    if (result === 'claimed') return outcome.task;
    throw new DomainError('lease_conflict', 'The attempts at this task are exhausted; it now needs a human.', {
      fix: 'Claim it again to start over, or set another status.',
    });
  }

  /** Extends leases, each by itself. @throws invalid_request if nobody is named */
  async renew(
    tasks: TaskSet,
    actor: Actor,
    change: { ttlSeconds: number; reason?: string | undefined; checkpoint?: string | undefined },
  ): Promise<TaskChange[]> {
    if (actor.owner === undefined && actor.leaseToken === undefined) {
      throw new DomainError('invalid_request', 'Say whose lease it is.', {
        fields: [{ field: 'owner', message: 'owner, agentId or leaseToken is required' }],
      });
    }
    return changesOf(tasks, await this.leases.renew(tasks, actor, change), actor);
  }

  /** Gives leases back, each by itself. */
  async release(tasks: TaskSet, actor: Actor, status?: TaskStatus): Promise<TaskChange[]> {
    return changesOf(tasks, await this.leases.release(tasks, actor, status), actor);
  }

  /** Sets the status of tasks, each by itself. */
  async setStatus(tasks: TaskSet, actor: Actor, status: TaskStatus, reason = ''): Promise<TaskChange[]> {
    const changed = await this.statuses.set(tasks, { actor, status, reason });
    const emailIds = tasks.emailIds.filter((emailId) => !changed.has(emailId));
    const refused = await this.leases.refusals({ ...tasks, emailIds }, actor);
    return changesOf(tasks, new Map([...changed, ...refused]), actor);
  }

  /**
   * Sets the status of one task that the caller reaches, and returns it with its email, in one statement; null if it was
   * not changed, which `setStatus` explains.
   */
  async setStatusByEmail(
    emailId: number,
    reach: Reach,
    actor: Actor,
    { status, reason = '' }: { status: TaskStatus; reason?: string | undefined },
  ): Promise<TaskEmail | null> {
    return this.taskEmails.setStatus(emailId, reach, actor, { status, reason });
  }

  /** Makes tasks `new` again if their holder let the lease end before an instant; returns them. */
  async requeueExpired(mailboxId: number, filter: ExpiredFilter): Promise<Task[]> {
    return this.tasks.requeueExpired(mailboxId, filter);
  }

  /** Makes the task `handled` together with what the caller's transaction does. @throws lease_conflict, lease_expired */
  async complete(tx: SqlTx, email: EmailPlace, actor: Actor): Promise<void> {
    if (await this.tasks.complete(tx, email, actor, ownerOf(actor))) return;
    if (actor.leaseToken !== undefined) throw expired();
    throw new DomainError('lease_conflict', 'Another owner holds the lease on this task.');
  }
}

/** Puts the outcomes in the order of the ids. */
function changesOf({ emailIds }: TaskSet, outcomes: Map<number, LeaseOutcome>, actor: Actor): TaskChange[] {
  return emailIds.map((emailId) => changeOf(emailId, outcomes.get(emailId), actor));
}

function changeOf(emailId: number, outcome: LeaseOutcome | undefined, actor: Actor): TaskChange {
  return outcome?.task ? { emailId, task: outcome.task } : { emailId, refusal: refusalOf(outcome, actor) };
}

function refusalOf(outcome: LeaseOutcome | undefined, actor: Actor): DomainError {
  if (!outcome) return noTask();
  const isAnothers = outcome.wasActive && !outcome.wasOwned && actor.leaseToken === undefined;
  return isAnothers ? conflict(outcome.heldBy, outcome.heldUntil) : expired();
}

function conflict(heldBy: string, heldUntil: Date | null): DomainError {
  const until = heldUntil ? ` until ${heldUntil.toISOString()}` : '';
  return new DomainError('lease_conflict', `The task is leased by ${heldBy}${until}.`, {
    fix: 'Take another task, or wait until the lease ends.',
  });
}

function expired(): DomainError {
  return new DomainError('lease_expired', 'This lease is no longer active.', {
    fix: 'Claim the task again before you continue with it.',
  });
}

function noTask(): DomainError {
  return new DomainError('not_found', 'This email has no task.');
}
