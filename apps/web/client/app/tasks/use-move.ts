import { useMutation, useQueryClient } from '@tanstack/react-query';
import { taskBefore } from '../../kit/task-before.js';
import { useUndo } from '../../kit/undo.js';
import { keys, mail } from '../api.js';
import { PERSON } from './person.js';
import type { Task } from './use-tasks.js';

export type Status = Task['task']['status'];

const words: Readonly<Record<Status, string>> = {
  new: 'Given back to agents.',
  processing: 'Held.',
  handled: 'Marked handled.',
  needs_human: 'Left for a human.',
  ignored: 'Ignored.',
};

/** Decides what becomes of a task, and offers to undo it. */
export function useMove(email: Task) {
  const client = useQueryClient();
  const offerUndo = useUndo();
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: keys.email(email.id) });
    await client.invalidateQueries({ queryKey: ['tasks'] });
  };
  const undo = async () => {
    await mail.setTask(email.id, { owner: PERSON, ...taskBefore(email.task) });
    await refresh();
  };
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (to: Status) => mail.setTask(email.id, { owner: PERSON, status: to }),
    onSuccess: async (_, to) => {
      offerUndo({ said: words[to], undo });
      await refresh();
    },
  });
  return { moveTo: mutate, moving: isPending ? variables : undefined, error, refresh };
}
