import { useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../kit/button.js';
import { Icon } from '../../kit/icons.js';
import { ErrorNote } from '../../kit/note.js';
import { api, type Email } from '../api.js';
import { useHotkeys } from '../../kit/hotkeys.js';
import { renewListed } from '../list/list-cache.js';
import { useMailbox } from '../own-mailbox.js';

const labelsOf = (line: string) => [...new Set(line.split(',').flatMap((label) => label.trim() || []))];

/** Shows the labels of a message, and lets them be changed. */
export function LabelEditor({ email }: { readonly email: Email }) {
  const client = useQueryClient();
  const { id: accountId } = useMailbox();
  const [open, setOpen] = useState(false);
  const [line, setLine] = useState(email.labels.join(', '));
  const save = useMutation({
    mutationFn: () => api.setLabels(email.id, { labels: labelsOf(line) }),
    onSuccess: async () => {
      setOpen(false);
      await client.invalidateQueries({
        predicate: ({ queryKey }) => !['session', 'list'].includes(String(queryKey[0])),
      });
      await renewListed(client, accountId, email.id);
    },
  });
  useHotkeys({ l: () => setOpen(true) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  if (!open) {
    return (
      <div className="row wrap">
        {email.labels.map((label) => (
          <span key={label} className="tag">
            {label}
          </span>
        ))}
        <Button look="ghost" size="s" icon="label" hotkey="L" onPress={() => setOpen(true)}>
          Label
        </Button>
      </div>
    );
  }
  return (
    <form className="row wrap" onSubmit={submit}>
      <Icon name="label" small />
      <input
        className="input grow"
        aria-label="Labels, separated by commas"
        value={line}
        onChange={(event) => setLine(event.target.value)}
        autoFocus
      />
      <Button type="submit" busy={save.isPending}>
        Save labels
      </Button>
      <Button look="ghost" onPress={() => setOpen(false)}>
        Keep as they are
      </Button>
      {save.error && <ErrorNote error={save.error} />}
    </form>
  );
}
