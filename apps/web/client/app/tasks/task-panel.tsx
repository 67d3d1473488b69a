import { useEffect, useRef, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../kit/button.js';
import { SkeletonRows } from '../../kit/empty.js';
import { useHotkeys } from '../../kit/hotkeys.js';
import { LeaseClock } from '../../kit/lease-ring.js';
import { Moment } from '../../kit/moment.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { usePageTitle } from '../../kit/page-title.js';
import { straight } from '../../kit/straight.js';
import { calledBy } from '../../kit/person.js';
import { Theirs } from '../../kit/theirs.js';
import { keys, mail } from '../api.js';
import { TaskReply } from './task-reply.js';
import { TaskState } from './task-state.js';
import { PERSON } from './person.js';
import { useMove, type Status } from './use-move.js';
import type { Task } from './use-tasks.js';

type TaskPanelProps = {
  readonly emailId: number;
  /** The one mailbox that is looked at, if it is one. */
  readonly mailbox: number | undefined;
};

/** One task: what was written, why it waits, and the moves that a person may make. */
export function TaskPanel({ emailId, mailbox }: TaskPanelProps) {
  const { data, error } = useQuery({ queryKey: keys.email(emailId), queryFn: () => mail.getEmail(emailId) });
  const close = (
    <span className="end">
      <Link className="btn ghost s" to="/tasks" search={mailbox === undefined ? {} : { mailbox }} resetScroll={false}>
        Close
      </Link>
    </span>
  );
  return (
    <aside className="insp" aria-label="Selected task">
      {data?.task ? (
        <Shown email={data as Task} close={close} />
      ) : (
        <>
          <div className="row">{close}</div>
          {error && <ErrorNote error={error} />}
          {!data && !error && <SkeletonRows count={4} />}
          {data && <Note title="This message has no task.">Only a message that was received becomes a task.</Note>}
        </>
      )}
    </aside>
  );
}

function Shown({ email, close }: { readonly email: Task; readonly close: ReactNode }) {
  const { task, subject, from } = email;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  usePageTitle(subject || '(no subject)');
  return (
    <>
      <div className="stack">
        <div className="row">
          <TaskState task={task} badge />
          {task.handledAt && (
            <span className="faint">
              <Moment at={task.handledAt} said="inSentence" />
            </span>
          )}
          {close}
        </div>
        <h2 ref={heading} tabIndex={-1}>
          {straight(subject) || '(no subject)'}
        </h2>
        <div>
          <Theirs className="strong">{calledBy(from)}</Theirs>
          <div className="mono faint cut">
            <Theirs>{from.email}</Theirs>
          </div>
        </div>
      </div>
      <Holding task={task} />
      <p className="quote whitespace-pre-wrap">{email.extractedText ?? email.plainText ?? email.snippet}</p>
      <Moves email={email} />
      <dl className="kv">
        <dt>Arrived</dt>
        <dd>
          <Moment at={email.createdAt} />
        </dd>
        <dt>Attempts</dt>
        <dd>
          {task.attempts ?? 0} of {task.maxAttempts ?? '∞'}
        </dd>
        {task.handledBy && (
          <>
            <dt>Last</dt>
            <dd>{task.handledBy}</dd>
          </>
        )}
      </dl>
    </>
  );
}

function Holding({ task }: { readonly task: Task['task'] }) {
  if (task.locked && task.leaseExpiresAt)
    return (
      <Note title={`${task.leaseOwner} works on it.`} action={<LeaseClock endsAt={task.leaseExpiresAt} />}>
        You can decide when its lease has ended.
      </Note>
    );
  if (task.status !== 'needs_human' || task.reason === '') return null;
  return (
    <Note
      kind="warn"
      title={
        task.handledBy === PERSON ? 'Left for a human:' : `${task.handledBy || task.leaseOwner || 'An agent'} gave up:`
      }
    >
      {task.reason}
    </Note>
  );
}

function Moves({ email }: { readonly email: Task }) {
  const panel = useRef<HTMLDivElement>(null);
  const { status, locked } = email.task;
  const { moveTo, moving, error, refresh } = useMove(email);
  const reply = () => panel.current?.querySelector('textarea')?.focus();
  const free = !locked && moving === undefined;
  useHotkeys(
    free
      ? {
          r: reply,
          ...(status !== 'handled' && { e: () => moveTo('handled') }),
          ...(status !== 'ignored' && { i: () => moveTo('ignored') }),
        }
      : {},
  );
  if (locked) return null;
  const move = (to: Status, name: string, hotkey?: string) =>
    status !== to && (
      <Button busy={moving === to} onPress={() => moveTo(to)} {...(hotkey !== undefined && { hotkey })}>
        {name}
      </Button>
    );
  return (
    <div className="stack" ref={panel}>
      {error && <ErrorNote error={error} />}
      <TaskReply email={email} onSent={refresh} />
      <div className="row wrap">
        {move('handled', 'Mark handled', 'E')}
        {move('new', 'Give back to agents')}
        {move('needs_human', 'Leave for a human')}
        {move('ignored', 'Ignore', 'I')}
      </div>
    </div>
  );
}
