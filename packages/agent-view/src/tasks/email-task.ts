import { about, boolean, integer, nullable, object, resource, string, type ValueOf, word } from '@mailroom/openapi';
import { taskStatuses, type Task } from '@mailroom/tasks';
import { later } from '../schema/example-times.js';

const always = {
  status: word(taskStatuses),
  reason: string,
  handledBy: string,
  handledAt: nullable('string'),
  leaseOwner: string,
  leaseExpiresAt: nullable('string'),
  locked: boolean,
};
const sometimes = {
  leaseToken: about(string, 'Only for whom the lease was given to.'),
  attempts: integer,
  maxAttempts: integer,
  checkpoint: nullable('string'),
};

export const emailTaskResource = resource('EmailTask', object(always, sometimes), {
  status: 'processing',
  reason: '',
  handledBy: '',
  handledAt: null,
  leaseOwner: 'agent-1',
  leaseExpiresAt: later,
  locked: true,
  leaseToken: 'lse_pXc0…',
  attempts: 1,
  maxAttempts: 5,
  checkpoint: null,
});

export type EmailTaskResource = ValueOf<typeof emailTaskResource>;

/** The lease token goes only to whom the lease was given. */
export function taskView(task: Task, options: { readonly withLeaseToken?: boolean } = {}): EmailTaskResource {
  return {
    status: task.status,
    reason: task.reason,
    handledBy: task.handledBy,
    handledAt: task.handledAt?.toISOString() ?? null,
    leaseOwner: task.leaseOwner ?? '',
    leaseExpiresAt: task.leaseExpiresAt?.toISOString() ?? null,
    locked: task.locked,
    ...(options.withLeaseToken && task.leaseToken !== null && { leaseToken: task.leaseToken }),
    attempts: task.attempts,
    maxAttempts: task.maxAttempts,
    checkpoint: task.checkpoint,
  };
}
