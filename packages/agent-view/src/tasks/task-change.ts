import { boolean, integer, object, ref, resource, string, type ValueOf } from '@mailroom/openapi';
import type { TaskChange } from '@mailroom/tasks';
import { emailTaskResource, taskView } from './email-task.js';

const refusal = object({ type: string, message: string }, { fix: string });

export const taskChangeResource = resource(
  'TaskChange',
  object({ emailId: integer, ok: boolean }, { task: ref(emailTaskResource), error: refusal }),
  { emailId: 1042, ok: true, task: emailTaskResource.example },
);

export type TaskChangeResource = ValueOf<typeof taskChangeResource>;

/** What became of one task of a batch. */
export function taskChangeView(
  change: TaskChange,
  options: { readonly withLeaseToken?: boolean } = {},
): TaskChangeResource {
  const { emailId } = change;
  if ('task' in change) return { emailId, ok: true, task: taskView(change.task, options) };
  const { code, detail, fix } = change.refusal;
  return { emailId, ok: false, error: { type: code, message: detail, ...(fix !== undefined && { fix }) } };
}
