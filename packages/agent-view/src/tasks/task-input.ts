import { invalidField } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import {
  taskStatuses,
  type Actor,
  type Claim,
  type ClaimFilter,
  type Completion,
  type ExpiredFilter,
  type TaskStatus,
} from '@mailroom/tasks';
import { aliased } from '../aliased-field.js';

export const DEFAULT_TTL_SECONDS = 300;
const DEFAULT_REQUEUED = 20;

/** Who acts; `owner` and `agentId` are one field with two names. */
export type ActorInput = {
  readonly owner?: string | undefined;
  readonly agentId?: string | undefined;
  readonly leaseToken?: string | undefined;
};

export type ClaimInput = ActorInput & {
  readonly ttlSeconds?: number | undefined;
  readonly reason?: string | undefined;
};

/** Which tasks a claim covers; `status` is a comma-separated list of `statuses`. */
export type ClaimFilterInput = {
  readonly status?: string | undefined;
  readonly statuses?: readonly TaskStatus[] | undefined;
  readonly includeExpired?: boolean | undefined;
  readonly timeSort?: 0 | 1 | undefined;
  readonly cursor?: number | undefined;
};

export type RequeueInput = ActorInput & {
  readonly before?: Date | undefined;
  readonly limit?: number | undefined;
  readonly reason?: string | undefined;
};

/** Returns who acts. @throws invalid_request if `owner` and `agentId` differ */
export function actorOf(caller: Principal, { owner, agentId, leaseToken }: ActorInput): Actor {
  return { principalId: caller.id, owner: aliased(['owner', owner], ['agentId', agentId]), leaseToken };
}

function isStatus(text: string): text is TaskStatus {
  return taskStatuses.some((status) => status === text);
}

/** Reads a comma-separated list of task statuses; `new` if it is left out. @throws invalid_request */
export function statusList(text: string | undefined): TaskStatus[] {
  const statuses = (text ?? 'new').split(',').map((part) => part.trim());
  const wrong = statuses.find((status) => !isStatus(status));
  if (wrong !== undefined) throw invalidField('status', `must list task statuses: ${taskStatuses.join(', ')}`);
  return [...new Set(statuses.filter(isStatus))];
}

/** Returns the statuses that a claim covers. @throws invalid_request if `statuses` and `status` differ */
function claimStatuses(input: ClaimFilterInput): TaskStatus[] {
  const status = input.status === undefined ? undefined : statusList(input.status).sort();
  const statuses = input.statuses?.length ? [...new Set(input.statuses)].sort() : undefined;
  const listed = aliased(['status', status], ['statuses', statuses]) ?? ['new' as const];
  return [...new Set([...listed, ...(input.includeExpired ? ['processing' as const] : [])])];
}

/** Returns who claims, and for how long. @throws invalid_request */
export function claimOf(caller: Principal, input: ClaimInput): Claim {
  const { ttlSeconds = DEFAULT_TTL_SECONDS, reason } = input;
  return { actor: actorOf(caller, input), ttlSeconds, reason };
}

/** Which task ends with a claim, and how. */
export type CompletionInput = {
  readonly emailId: number;
  readonly leaseToken: string;
  readonly status: TaskStatus;
  /** Null within an object is not taken out of bodies. */
  readonly reason?: string | null | undefined;
};

/** The end of the task that the claimer held before, which the lease token proves. @throws invalid_request */
export function completionOf(caller: Principal, input: ActorInput, complete: CompletionInput): Completion {
  const { emailId, leaseToken, status, reason } = complete;
  return { emailId, actor: actorOf(caller, { ...input, leaseToken }), status, reason: reason ?? '' };
}

/** @throws invalid_request */
export function claimFilter(input: ClaimFilterInput, limit: number): ClaimFilter {
  return { statuses: claimStatuses(input), oldestFirst: input.timeSort === 1, cursor: input.cursor, limit };
}

/** @throws invalid_request */
export function expiredFilter(caller: Principal, input: RequeueInput): ExpiredFilter {
  const { before, limit = DEFAULT_REQUEUED, reason = 'lease expired' } = input;
  const { owner } = actorOf(caller, input);
  return { before, owner, reason, limit };
}
