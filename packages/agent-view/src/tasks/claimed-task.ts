import { about, integer, object, ref, resource, type ValueOf } from '@mailroom/openapi';
import type { NextTask } from '@mailroom/tasks';
import { emailTaskResource, taskView } from './email-task.js';
import { taskChangeResource, taskChangeView, type TaskChangeResource } from './task-change.js';

export const claimedTaskResource = resource(
  'ClaimedTask',
  object(
    {},
    {
      id: about(integer, 'of the email; absent where there was nothing to claim'),
      accountId: integer,
      task: ref(emailTaskResource),
      completion: about(ref(taskChangeResource), 'what became of the task before'),
    },
  ),
  {
    id: 1043,
    accountId: 7,
    task: emailTaskResource.example,
    completion: { emailId: 1042, ok: true, task: { ...emailTaskResource.example, status: 'handled', locked: false } },
  },
);

export type ClaimedTaskResource = ValueOf<typeof claimedTaskResource>;

/** What a claim answers about the task before, if one was to end. */
export function completionView({ completion }: NextTask): { readonly completion?: TaskChangeResource } {
  return completion ? { completion: taskChangeView(completion) } : {};
}

/** A claim without the email; null if there is nothing to say. */
export function claimedTaskView(next: NextTask): ClaimedTaskResource | null {
  const { claimed } = next;
  if (!claimed) return next.completion ? completionView(next) : null;
  const { task } = claimed;
  const shown = taskView(task, { withLeaseToken: true });
  return { id: task.emailId, accountId: task.mailboxId, task: shown, ...completionView(next) };
}
