import type { TaskStats } from '@mailroom/client';

/** How many tasks are in which hands. */
export type TaskCounts = {
  readonly needsHuman: number;
  readonly held: number;
  readonly waiting: number;
  readonly handled: number;
  readonly ignored: number;
};

/** Counts the tasks of one mailbox, or of several together. One whose lease ran out waits again. */
export function countsOf(...all: readonly Pick<TaskStats, 'byStatus' | 'locked'>[]): TaskCounts {
  const sum = (of: (stats: (typeof all)[number]) => number | undefined) =>
    all.reduce((so, stats) => so + (of(stats) ?? 0), 0);
  const total = (status: string) => sum(({ byStatus }) => byStatus[status]?.total);
  return {
    needsHuman: total('needs_human'),
    held: sum(({ locked }) => locked),
    waiting: total('new') + sum(({ byStatus }) => byStatus['processing']?.expired),
    handled: total('handled'),
    ignored: total('ignored'),
  };
}
