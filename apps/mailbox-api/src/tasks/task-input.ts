import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import {
  taskStatuses,
  type Actor,
  type Claim,
  type ClaimFilter,
  type ExpiredFilter,
  type TaskStatus,
} from '@mailroom/tasks';
import type { ClaimDto, ClaimNextDto, RequeueDto } from './task.dto.js';

export const DEFAULT_TTL_SECONDS = 300;
const DEFAULT_REQUEUED = 20;

function reject(field: string, message: string): DomainError {
  return new DomainError('invalid_request', `The field "${field}" ${message}.`, { fields: [{ field, message }] });
}

/** Who acts; `owner` and `agentId` are one field with two names. @throws invalid_request when they differ */
export function actorOf(
  caller: Principal,
  body: { owner?: string | undefined; agentId?: string | undefined; leaseToken?: string | undefined },
): Actor {
  const { owner, agentId, leaseToken } = body;
  if (owner !== undefined && agentId !== undefined && owner !== agentId) {
    throw reject('agentId', 'is an alias of owner and differs from it');
  }
  return { tokenId: caller.tokenId, owner: owner ?? agentId, leaseToken };
}

function isStatus(text: string): text is TaskStatus {
  return taskStatuses.some((status) => status === text);
}

/** A comma-separated list of task statuses; `new` where it is left out. */
export function statusList(text: string | undefined): TaskStatus[] {
  const statuses = (text ?? 'new').split(',').map((part) => part.trim());
  const wrong = statuses.find((status) => !isStatus(status));
  if (wrong !== undefined) throw reject('status', `must list task statuses: ${taskStatuses.join(', ')}`);
  return [...new Set(statuses.filter(isStatus))];
}

/** The statuses that a claim is for; `statuses` and `status` together are both meant. */
export function claimStatuses(body: {
  status?: string | undefined;
  statuses?: TaskStatus[] | undefined;
  includeExpired?: boolean | undefined;
}): TaskStatus[] {
  const listed = body.status === undefined && body.statuses?.length ? [] : statusList(body.status);
  const expired: TaskStatus[] = body.includeExpired ? ['processing'] : [];
  return [...new Set([...listed, ...(body.statuses ?? []), ...expired])];
}

/** Who claims and for how long. */
export function claimOf(caller: Principal, body: ClaimDto): Claim {
  const { ttlSeconds = DEFAULT_TTL_SECONDS, reason } = body;
  return { actor: actorOf(caller, body), ttlSeconds, reason };
}

export function claimFilter(body: ClaimNextDto, limit: number): ClaimFilter {
  return { statuses: claimStatuses(body), oldestFirst: body.timeSort === 1, cursor: body.cursor, limit };
}

export function expiredFilter(caller: Principal, body: RequeueDto): ExpiredFilter {
  const { before, limit = DEFAULT_REQUEUED, reason = 'lease expired' } = body;
  const { owner } = actorOf(caller, body);
  return { before: before === undefined ? undefined : new Date(before), owner, reason, limit };
}
