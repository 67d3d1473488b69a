import type { TaskChange } from '@mailroom/tasks';
import { ref, resource, type ValueOf } from '../schema/resource.js';
import { boolean, integer, object, string } from '../schema/schema.js';
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
