import { invalidField } from '@mailroom/errors';
import { parseInstant } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import {
  taskStatuses,
  type Actor,
  type Claim,
  type ClaimFilter,
  type ExpiredFilter,
  type TaskStatus,
} from '@mailroom/tasks';
import { aliased } from '../aliased-field.js';
import type { ClaimDto, ClaimNextDto, RequeueDto } from './task.dto.js';

export const DEFAULT_TTL_SECONDS = 300;
const DEFAULT_REQUEUED = 20;

/** Returns who acts; `owner` and `agentId` are one field with two names. @throws invalid_request if they differ */
export function actorOf(
  caller: Principal,
  body: { owner?: string | undefined; agentId?: string | undefined; leaseToken?: string | undefined },
): Actor {
  const { owner, agentId, leaseToken } = body;
  return { principalId: caller.id, owner: aliased(['owner', owner], ['agentId', agentId]), leaseToken };
}

function isStatus(text: string): text is TaskStatus {
  return taskStatuses.some((status) => status === text);
}

/** Reads a comma-separated list of task statuses; `new` if it is left out. */
export function statusList(text: string | undefined): TaskStatus[] {
  const statuses = (text ?? 'new').split(',').map((part) => part.trim());
  const wrong = statuses.find((status) => !isStatus(status));
  if (wrong !== undefined) throw invalidField('status', `must list task statuses: ${taskStatuses.join(', ')}`);
  return [...new Set(statuses.filter(isStatus))];
}

/** Returns the statuses that a claim covers. @throws invalid_request if `statuses` and `status` differ */
export function claimStatuses(body: {
  status?: string | undefined;
  statuses?: TaskStatus[] | undefined;
  includeExpired?: boolean | undefined;
}): TaskStatus[] {
  const status = body.status === undefined ? undefined : statusList(body.status).sort();
  const statuses = body.statuses?.length ? [...new Set(body.statuses)].sort() : undefined;
  const listed = aliased(['status', status], ['statuses', statuses]) ?? ['new' as const];
  return [...new Set([...listed, ...(body.includeExpired ? ['processing' as const] : [])])];
}

/** Returns who claims, and for how long. */
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
  return { before: before === undefined ? undefined : parseInstant(before), owner, reason, limit };
}
