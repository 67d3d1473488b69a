import { useState } from 'react';
import { MailroomError } from '@mailroom/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Note } from '../../kit/note.js';
import { whatToDo } from '../../kit/what-to-do.js';
import { api, type Email } from '../api.js';

/**
 * What comes after an answer: the message is marked handled, if that was asked for, and the list comes back. An answer that
 * was sent stays sent if an agent holds the task, so that is told in the place of the form: nobody shall send it again.
 */
export function useAnswered(email: Email) {
  const place = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const [unmarked, setUnmarked] = useState<unknown>(null);
  const answered = async (marks: boolean) => {
    try {
      if (marks) await api.setTask(email.id, { status: 'handled', owner: 'webmail' });
    } catch (error) {
      return setUnmarked(error);
    }
    await navigate({ to: '/', search: place });
  };
  return { answered, unmarked };
}

/** Stands in the place of the form, whose answer is on its way. */
export function AnswerSent({ unmarked }: { readonly unmarked: unknown }) {
  return (
    <div role="alert">
      <Note kind="warn" title="Your answer was sent, but the message is not marked handled.">
        {unmarked instanceof MailroomError ? `${unmarked.message} ${whatToDo(unmarked)}` : String(unmarked)}
      </Note>
    </div>
  );
}
