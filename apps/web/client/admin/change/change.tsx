import { useState, type ReactNode } from 'react';
import { MailroomError } from '@mailroom/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../kit/dialog.js';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { ErrorNote, Note } from '../../kit/note.js';

/** What the operator says with a change: why, and which state was seen. */
export type Said = { readonly reason: string; readonly expectedVersion?: string };

type ChangeProps = {
  /** On the button that opens the dialog. */
  readonly name: string;
  readonly title: string;
  /** What stops, and what goes on. */
  readonly about: string;
  readonly verb: string;
  readonly keep: string;
  readonly danger?: boolean;
  readonly small?: boolean;
  /** Of the state that the page shows. */
  readonly version?: string;
  /** The state in words, as the page shows it now. */
  readonly now?: ReactNode;
  /** More to fill in. */
  readonly children?: ReactNode;
  readonly act: (said: Said) => Promise<unknown>;
};

const isConflict = (error: unknown) => error instanceof MailroomError && error.type === 'conflict';

/** A button whose change asks for a reason first, and is not made on a state that the operator has not seen. */
export function Change(props: ChangeProps) {
  const [open, setOpen] = useState(false);
  const { name, danger = false, small = false } = props;
  return (
    <>
      <Button
        {...(danger && { look: 'danger' as const })}
        {...(small && { size: 's' as const })}
        onPress={() => setOpen(true)}
      >
        {name}
      </Button>
      {open && <ChangeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function useChange({ version, act, onClose }: ChangeProps & { readonly onClose: () => void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  // A refresh behind the dialog does not count as seen; a conflict, which shows the newer state, does.
  const [seen, setSeen] = useState(version);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => act({ reason: reason.trim(), ...(seen !== undefined && { expectedVersion: seen }) }),
    onSuccess: onClose,
    onError: (failure) => {
      const newer = failure instanceof MailroomError ? failure.details.body?.['version'] : undefined;
      if (isConflict(failure) && typeof newer === 'string') setSeen(newer);
    },
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  });
  return { reason, setReason, mutate, isPending, error };
}

function ChangeDialog(props: ChangeProps & { readonly onClose: () => void }) {
  const { title, about, verb, keep, danger = false, now, children, onClose } = props;
  const { reason, setReason, mutate, isPending, error } = useChange(props);
  const action = (
    <Button
      look={danger ? 'danger fill' : 'primary'}
      busy={isPending}
      isDisabled={reason.trim() === ''}
      onPress={() => mutate()}
    >
      {verb}
    </Button>
  );
  return (
    <Dialog title={title} about={about} keep={keep} onClose={onClose} action={action}>
      {error && isConflict(error) && (
        <Note kind="warn" title="Somebody changed this while you were reading.">
          Nothing was done. It is now: {now ?? error.message} Press again if you still want it.
        </Note>
      )}
      {error && !isConflict(error) && <ErrorNote error={error} />}
      {children}
      <Field
        label="Reason"
        value={reason}
        onChange={setReason}
        rows={3}
        maxLength={500}
        hint="Goes into the audit trail."
        autoFocus
        isRequired
      />
    </Dialog>
  );
}
