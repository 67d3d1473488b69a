import type { Email } from '@mailroom/client';
import { useQuery } from '@tanstack/react-query';
import { keys, mail } from '../api.js';

/** A message whose task is known. */
export type Task = Email & { readonly task: NonNullable<Email['task']> };

export type Board = {
  readonly needsHuman: readonly Task[];
  readonly held: readonly Task[];
  readonly waiting: readonly Task[];
  readonly done: readonly Task[];
};

const OPEN = 'needs_human,new,processing';
const DONE = 'handled,ignored';

const withTask = (items: readonly Email[]) => items.filter((email): email is Task => email.task !== undefined);

/** The board of a mailbox: what nobody else will take, what agents hold, what waits, and what is done. */
export function useBoard(accountId: number | undefined) {
  return useQuery({
    queryKey: keys.tasks(accountId),
    enabled: accountId !== undefined,
    refetchInterval: 15_000,
    queryFn: async (): Promise<Board> => {
      const query = { ...(accountId !== undefined && { accountId }), includeLocked: true };
      const [open, done] = await Promise.all([
        mail.listTasks({ ...query, status: OPEN, size: 50 }),
        mail.listTasks({ ...query, status: DONE, size: 15 }),
      ]);
      const tasks = withTask(open.items);
      return {
        needsHuman: tasks.filter(({ task }) => task.status === 'needs_human'),
        held: tasks.filter(({ task }) => task.status !== 'needs_human' && task.locked),
        waiting: tasks.filter(({ task }) => task.status !== 'needs_human' && !task.locked),
        done: withTask(done.items),
      };
    },
  });
}

/** How many of each there are, beyond what the board shows. */
export function useTaskStats(accountId: number | undefined) {
  return useQuery({
    queryKey: [...keys.tasks(accountId), 'stats'],
    enabled: accountId !== undefined,
    queryFn: () => mail.getTaskStats(accountId === undefined ? {} : { accountId }),
  });
}
