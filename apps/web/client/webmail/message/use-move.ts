import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { taskBefore } from '../../kit/task-before.js';
import { useUndo } from '../../kit/undo.js';
import { api, type Email } from '../api.js';
import { renewListed, renewLists } from '../list/list-cache.js';

type Moved = 'handled' | 'ignored';

const words: Readonly<Record<Moved, string>> = { handled: 'Marked handled.', ignored: 'Ignored.' };

/** Ends the work on a message, goes back to the list, and offers to undo it. */
export function useMove(email: Email) {
  const place = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const offerUndo = useUndo();
  const renew = async () => {
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'list' });
    await renewListed(client, email.accountId, email.id);
  };
  const undo = async () => {
    await api.setTask(email.id, { ...taskBefore(email.task), owner: 'webmail' });
    await renew();
    // Whoever opens it again finds it as it is, and a list of what waits gets it back.
    await client.refetchQueries({ queryKey: ['email', email.id], type: 'all' });
    await renewLists(client, email.accountId);
  };
  const move = useMutation({
    mutationFn: (status: Moved) => api.setTask(email.id, { status, owner: 'webmail' }),
    onSuccess: async (_, status) => {
      await renew();
      await navigate({ to: '/', search: place });
      offerUndo({ said: words[status], undo });
    },
  });
  const moveTo = (status: Moved) => {
    if (!move.isPending) move.mutate(status);
  };
  return { moveTo, moving: move.isPending ? move.variables : undefined, error: move.error };
}
