import { useRef, type FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { useKept } from '../../kit/kept.js';
import { ErrorNote } from '../../kit/note.js';
import { mail } from '../api.js';
import { PERSON } from './person.js';
import type { Task } from './use-tasks.js';

type TaskReplyProps = { readonly email: Task; readonly onSent: () => Promise<void> };

/** Answers the message, and closes its task with the answer. */
export function TaskReply({ email, onSent }: TaskReplyProps) {
  const [text, setText] = useKept(`answer ${email.accountId} ${email.id}`, '');
  const key = useRef(crypto.randomUUID());
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      mail.replyToEmail(
        { accountId: email.accountId, emailId: email.id, text, completeTask: true, owner: PERSON },
        { idempotencyKey: key.current },
      ),
    onSuccess: async () => {
      setText('');
      key.current = crypto.randomUUID();
      await onSent();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {error && <ErrorNote error={error} />}
      <Field label="Reply" value={text} onChange={setText} rows={4} isRequired />
      <div>
        <Button type="submit" look="primary" icon="reply" busy={isPending} isDisabled={text.trim() === ''}>
          Reply and close
        </Button>
      </div>
    </form>
  );
}
