import { useState, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from './button.js';
import { ErrorNote } from './note.js';
import { Dialog } from './dialog.js';

type ConfirmProps = {
  /** On the button that opens the dialog; three dots follow. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly verb: string;
  readonly keep: string;
  readonly act: () => Promise<unknown>;
  readonly small?: boolean;
  readonly children?: ReactNode;
};

/** A button whose action cannot be taken back: the dialog says what stops and what stays. */
export function Confirm({ name, title, about, verb, keep, act, small = false }: ConfirmProps) {
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const { mutate, isPending, error } = useMutation({ mutationFn: act, onSuccess: close });
  const action = (
    <Button look="danger fill" busy={isPending} onPress={() => mutate()}>
      {verb}
    </Button>
  );
  return (
    <>
      <Button look="danger" {...(small && { size: 's' })} onPress={() => setAsked(true)}>
        {name}
      </Button>
      {asked && (
        <Dialog title={title} about={about} keep={keep} onClose={close} action={action}>
          {error && <ErrorNote error={error} />}
        </Dialog>
      )}
    </>
  );
}
