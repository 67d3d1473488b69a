import { counters, level } from '@mailroom/observability';

export const taskClaims = counters(
  'mailroom_task_claims_total',
  'tasks claimed, and attempts that found none',
  'result',
  ['claimed', 'empty', 'conflict', 'exhausted'],
);
export const waitingClaims = level('mailroom_waiting_for_task', 'requests waiting for a task');
