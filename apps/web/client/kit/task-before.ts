import type { Body, Email } from '@mailroom/client';

type TaskState = Pick<Body<'setTask'>, 'status' | 'reason'>;

/** What makes a task as it was. A lease that had run out is not given back: whoever is next takes the task anew. */
export function taskBefore(task: Email['task']): TaskState {
  const status = task === undefined || task.status === 'processing' ? ('new' as const) : task.status;
  return { status, ...(task?.reason && { reason: task.reason }) };
}
