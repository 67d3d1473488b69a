import type { Email, TaskStats } from '@mailroom/client';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { countsOf } from '../../kit/task-counts.js';
import { keys, mail } from '../api.js';

/** A message whose task is known. */
export type Task = Email & { readonly task: NonNullable<Email['task']> };

export type Board = {
  readonly needsHuman: readonly Task[];
  readonly held: readonly Task[];
  readonly waiting: readonly Task[];
  readonly done: readonly Task[];
};

/** The API tells the tasks of one mailbox at a time, so a board shows those of this many. */
export const MAX_MAILBOXES = 20;

const OPEN = 'needs_human,new,processing';
/** These come first on the board, however old they are. */
const FIRST = ['needs_human', 'processing'];
const DONE = 'handled,ignored';
/** A lease that ends is no event; one mailbox is asked more often than all of them. */
const [EVERY_MS, EVERY_MS_OF_MANY] = [15_000, 60_000];

type Asked = { readonly open: readonly Task[]; readonly done: readonly Task[] };

const withTask = (items: readonly Email[]) => items.filter((email): email is Task => email.task !== undefined);
const newestFirst = (tasks: readonly Task[]) => tasks.toSorted((one, other) => other.id - one.id);

async function ask(accountId: number, shownDone: number): Promise<Asked> {
  const query = { accountId, includeLocked: true };
  const [open, done] = await Promise.all([
    mail.listTasks({ ...query, status: OPEN, size: 50 }),
    mail.listTasks({ ...query, status: DONE, size: shownDone }),
  ]);
  // The newest of a mailbox that gets much are all free for agents; what waits for a person or is held may be older.
  const older = open.hasMore
    ? await Promise.all(FIRST.map((status) => mail.listTasks({ ...query, status, size: 50 })))
    : [];
  const known = new Map([open, ...older].flatMap(({ items }) => withTask(items)).map((task) => [task.id, task]));
  return { open: [...known.values()], done: withTask(done.items) };
}

function merged(results: readonly UseQueryResult<Asked>[]): { board: Board | undefined; error: Error | null } {
  const known = results.flatMap(({ data }) => data ?? []);
  const error = results.find((result) => result.error !== null)?.error ?? null;
  // What is known is shown; a mailbox that cannot be asked is told beside it.
  if (known.length === 0 || results.some(({ isPending }) => isPending)) return { board: undefined, error };
  const open = newestFirst(known.flatMap((asked) => asked.open));
  const board = {
    needsHuman: open.filter(({ task }) => task.status === 'needs_human'),
    held: open.filter(({ task }) => task.status !== 'needs_human' && task.locked),
    waiting: open.filter(({ task }) => task.status !== 'needs_human' && !task.locked),
    done: newestFirst(known.flatMap((asked) => asked.done)).slice(0, 15),
  };
  return { board, error };
}

/** The board of these mailboxes: what nobody else will take, what agents hold, what waits, and what is done. */
export function useBoard(accountIds: readonly number[]) {
  const isOne = accountIds.length === 1;
  return useQueries({
    queries: accountIds.map((accountId) => ({
      queryKey: [...keys.tasks(accountId), 'board', isOne],
      refetchInterval: isOne ? EVERY_MS : EVERY_MS_OF_MANY,
      queryFn: () => ask(accountId, isOne ? 15 : 5),
    })),
    combine: merged,
  });
}

function added(results: readonly UseQueryResult<TaskStats>[]) {
  const all = results.flatMap(({ data }) => data ?? []);
  return all.length === 0 ? undefined : countsOf(...all);
}

/** How many of each there are, beyond what the board shows; undefined as long as nobody knows. */
export function useTaskCounts(accountIds: readonly number[]) {
  return useQueries({
    queries: accountIds.map((accountId) => ({
      queryKey: [...keys.tasks(accountId), 'stats'],
      queryFn: () => mail.getTaskStats({ accountId }),
    })),
    combine: added,
  });
}
