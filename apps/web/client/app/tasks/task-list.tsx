import { useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../kit/icons.js';
import { LeaseClock } from '../../kit/lease-ring.js';
import { Moment } from '../../kit/moment.js';
import { counted, figure } from '../../kit/plural.js';
import { useRoving } from '../../kit/roving.js';
import { calledBy } from '../../kit/person.js';
import type { TaskCounts } from '../../kit/task-counts.js';
import { Theirs } from '../../kit/theirs.js';
import { TaskState } from './task-state.js';
import type { Board, Task } from './use-tasks.js';

type TaskListProps = {
  readonly board: Board;
  /** How many there are, of which the board shows the newest; undefined as long as nobody knows. */
  readonly counts: TaskCounts | undefined;
  /** The one mailbox that is looked at, if it is one. */
  readonly mailbox: number | undefined;
  /** The addresses of the mailboxes, where the board shows more than one. */
  readonly names: ReadonlyMap<number, string>;
  readonly chosen: number | undefined;
  readonly arrived: ReadonlySet<number>;
};

const groups = [
  { key: 'needsHuman', title: 'Needs a human', why: 'Nobody else will take these', of: ['needsHuman'] },
  { key: 'held', title: 'Held by agents', why: 'An agent works on it until its lease ends', of: ['held'] },
  { key: 'waiting', title: 'Waiting', why: 'Free for the next agent that asks', of: ['waiting'] },
  { key: 'done', title: 'Handled', why: '', of: ['handled', 'ignored'] },
] as const;

/** How many are shown, and of how many where these are not all. */
function shownOf(shown: number, all: number): string {
  return shown < all ? `${figure(shown)} of ${figure(all)}` : figure(shown);
}

/** The tasks in the order of who they wait for. */
export function TaskList({ board, counts, ...rest }: TaskListProps) {
  const list = useRef<HTMLDivElement>(null);
  const roving = useRoving(list);
  const all = (of: readonly (keyof TaskCounts)[]) => of.reduce((sum, name) => sum + (counts?.[name] ?? 0), 0);
  const shown = groups.map(({ key, title, why, of }) => (
    <section key={key} className="group" aria-label={title} hidden={board[key].length === 0}>
      <h2>
        {title} <span className="n">{shownOf(board[key].length, all(of))}</span>
        <span className="why">{why}</span>
      </h2>
      {board[key].map((task) => (
        <TaskRow key={task.id} email={task} {...rest} />
      ))}
    </section>
  ));
  return (
    <div ref={list} {...roving}>
      {shown}
    </div>
  );
}

type TaskRowProps = Omit<TaskListProps, 'board' | 'counts'> & { readonly email: Task };

function TaskRow({ email, mailbox, names, chosen, arrived }: TaskRowProps) {
  const name = names.get(email.accountId);
  const { id, task, from, subject, snippet, verificationCode, attachmentCount, createdAt } = email;
  return (
    <Link
      className={arrived.has(id) ? 'task new' : 'task'}
      to="/tasks"
      search={{ ...(mailbox !== undefined && { mailbox }), task: id }}
      aria-current={id === chosen || undefined}
      activeOptions={{ exact: true, includeSearch: true }}
      resetScroll={false}
    >
      <TaskState task={task} />
      <Theirs className="from cut">{calledBy(from)}</Theirs>
      <span className="line cut">
        <Theirs className="sub">{subject || '(no subject)'}</Theirs> <Theirs className="snip">{snippet}</Theirs>
      </span>
      <span className="found">
        {name !== undefined && (
          <span className="tag cut" title={name}>
            {name.split('@')[0]}
          </span>
        )}
        {verificationCode && <span className="codebit">{verificationCode}</span>}
        {attachmentCount > 0 && (
          <span className="faint">
            <Icon name="attach" small />
            <span className="vh">{counted(attachmentCount, 'attachment')}</span>
          </span>
        )}
      </span>
      <span className="hold cut">
        <Holder task={task} />
      </span>
      <span className="at nowrap">
        <Moment at={createdAt} />
      </span>
    </Link>
  );
}

/** Who holds it and until when, or who did. */
function Holder({ task }: { readonly task: Task['task'] }) {
  if (task.locked && task.leaseExpiresAt)
    return (
      <span className="row">
        <LeaseClock endsAt={task.leaseExpiresAt} />
        <span className="who2 cut">{task.leaseOwner}</span>
      </span>
    );
  return <span className="who2">{task.handledBy || task.reason}</span>;
}
