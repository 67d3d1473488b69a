import type { Task, TaskChange } from './task.js';

/** The outcome of a change of one task. @throws the reason why it was not changed */
export function changedTask([change]: readonly TaskChange[]): Task {
  if (change && 'task' in change) return change.task;
  throw change?.refusal ?? new Error('A change of one task has no outcome.');
}
