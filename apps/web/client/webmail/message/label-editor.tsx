import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../kit/button.js';
import { Icon } from '../../kit/icons.js';
import { labelsOf, lineOfLabels } from '../../kit/listed.js';
import { ErrorNote } from '../../kit/note.js';
import { api, type Email } from '../api.js';
import { useHotkeys } from '../../kit/hotkeys.js';
import { renewListed } from '../list/list-cache.js';
import { useMailbox } from '../own-mailbox.js';

/** Shows the labels of a message, and lets them be changed. */
export function LabelEditor({ email }: { readonly email: Email }) {
  const [open, setOpen] = useState<boolean>();
  useHotkeys({ l: () => setOpen(true) });
  if (open) return <LabelForm email={email} onClose={() => setOpen(false)} />;
  return (
    <div className="row wrap">
      {email.labels.map((label) => (
        <span key={label} className="tag">
          {label}
        </span>
      ))}
      {/* The focus comes back to it once the labels were edited. */}
      <Button look="ghost" size="s" icon="label" hotkey="L" autoFocus={open === false} onPress={() => setOpen(true)}>
        Label
      </Button>
    </div>
  );
}

function LabelForm({ email, onClose }: { readonly email: Email; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { id: accountId } = useMailbox();
  const [line, setLine] = useState(lineOfLabels(email.labels));
  const save = useMutation({
    mutationFn: () => api.setLabels(email.id, { labels: labelsOf(line) }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({
        predicate: ({ queryKey }) => !['session', 'list'].includes(String(queryKey[0])),
      });
      await renewListed(client, accountId, email.id);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const onKey = (event: KeyboardEvent) => {
    // While somebody composes a letter, the key ends that.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    <form className="row wrap" onSubmit={submit} onKeyDown={onKey}>
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
      <Button look="ghost" onPress={onClose}>
        Keep as they are
      </Button>
      {save.error && <ErrorNote error={save.error} />}
    </form>
  );
}
