import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { Choice } from '../../kit/choice.js';
import { Empty, SkeletonRows } from '../../kit/empty.js';
import { failureOf } from '../../kit/failure.js';
import { useHotkeys } from '../../kit/hotkeys.js';
import { useLive } from '../../kit/live.js';
import { LiveLine } from '../../kit/live-line.js';
import { ErrorNote } from '../../kit/note.js';
import type { TaskCounts } from '../../kit/task-counts.js';
import { isActive, useMailboxes, type SeenMailbox } from '../mailboxes/use-mailboxes.js';
import { useWayBack } from '../use-way-back.js';
import { TaskList } from './task-list.js';
import { TaskPanel } from './task-panel.js';
import { MAX_MAILBOXES, useBoard, useTaskCounts } from './use-tasks.js';
import { figure } from '../../kit/plural.js';

type Chosen = { readonly mailbox?: number | undefined; readonly task?: number | undefined };

/** The board of all mailboxes, or of the one that the address names. */
export function TasksPage() {
  const chosen: Chosen = useSearch({ strict: false });
  const asked = useMailboxes();
  const { data: mailboxes } = asked;
  const failure = failureOf(asked);
  if (failure) return <ErrorNote error={failure} />;
  if (!mailboxes) return <SkeletonRows />;
  if (mailboxes.length === 0 && chosen.mailbox === undefined)
    return (
      <>
        <Bar title="Tasks" />
        <Empty title="No mailbox yet" action={<Link to="/mailboxes">Get one</Link>}>
          What arrives in a mailbox is a task here, until an agent or you have handled it.
        </Empty>
      </>
    );
  return <BoardPage chosen={chosen} mailboxes={mailboxes} />;
}

/** What is told of while the page is open. */
function useArrivals(only: number | undefined) {
  const client = useQueryClient();
  const [arrived, setArrived] = useState<ReadonlySet<number>>(new Set());
  const live = useLive(only, (event) => {
    // What happened in the meantime is told by nobody, so all is read again.
    if (event.type === 'stream.reset') return void client.invalidateQueries({ queryKey: ['tasks'] });
    const { accountId, emailId } = event.data;
    if (event.type === 'email.received') setArrived((before) => new Set([...before, emailId]));
    void client.invalidateQueries({ queryKey: ['tasks', accountId] });
  });
  return { arrived, live };
}

type BoardPageProps = { readonly chosen: Chosen; readonly mailboxes: readonly SeenMailbox[] };

function BoardPage({ chosen: { mailbox, task: taskId }, mailboxes }: BoardPageProps) {
  const navigate = useNavigate();
  const [shownOfAll, hidden] = parted(mailboxes);
  // A mailbox alone is all of them, and a token of one may ask for no other.
  const only = mailbox ?? (mailboxes.length === 1 ? mailboxes[0]?.id : undefined);
  const accountIds = only === undefined ? shownOfAll.map(({ id }) => id) : [only];
  const { board, error } = useBoard(accountIds);
  const counts = useTaskCounts(accountIds);
  const { arrived, live } = useArrivals(only);
  const names = new Map(only === undefined ? mailboxes.map(({ id, address }) => [id, address] as const) : []);
  useWayBack(taskId, () => void navigate({ to: '/tasks', search: ofMailbox(mailbox), resetScroll: false }));
  return (
    <>
      <Bar title="Tasks" waiting={counts?.needsHuman} beside={<LiveLine live={live} />}>
        {mailboxes.length > 1 && <MailboxFilter mailboxes={mailboxes} chosen={mailbox} />}
      </Bar>
      <Figures counts={counts} />
      {error && <ErrorNote error={error} />}
      <div className={taskId === undefined ? '' : 'split taskopen'}>
        <div>
          {!board && !error && <SkeletonRows />}
          {board && (
            <TaskList board={board} counts={counts} mailbox={mailbox} names={names} chosen={taskId} arrived={arrived} />
          )}
          {board && isEmpty(board) && <Empty title="Nothing waits">What arrives shows here at once, as a task.</Empty>}
          {only === undefined && hidden > 0 && (
            <p className="boardnote faint">
              These are the tasks of your {MAX_MAILBOXES} newest mailboxes. Choose one of the others above to see its
              own.
            </p>
          )}
        </div>
        {taskId !== undefined && <TaskPanel key={taskId} emailId={taskId} mailbox={mailbox} />}
      </div>
    </>
  );
}

/** What is looked at stays in the address. */
const ofMailbox = (mailbox: number | undefined): Chosen => (mailbox === undefined ? {} : { mailbox });

/** The mailboxes whose tasks are shown together, and how many are left out. */
function parted(mailboxes: readonly SeenMailbox[]): [readonly SeenMailbox[], number] {
  const active = mailboxes.filter(isActive);
  const shown = (active.length > 0 ? active : mailboxes).slice(0, MAX_MAILBOXES);
  return [shown, active.length - shown.length];
}

type MailboxFilterProps = { readonly mailboxes: readonly SeenMailbox[]; readonly chosen: number | undefined };

const ALL = 0;

function MailboxFilter({ mailboxes, chosen }: MailboxFilterProps) {
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  useHotkeys({ f: () => place.current?.querySelector('select')?.focus() });
  return (
    <div ref={place}>
      <Choice
        label="Mailbox"
        quiet
        value={chosen ?? ALL}
        options={[
          { value: ALL, name: 'All mailboxes' },
          ...mailboxes.map(({ id, address }) => ({ value: id, name: address })),
        ]}
        onChange={(mailbox) =>
          void navigate({ to: '/tasks', search: ofMailbox(mailbox === ALL ? undefined : mailbox) })
        }
      />
    </div>
  );
}

const isEmpty = (board: Record<string, readonly unknown[]>) => Object.values(board).every(({ length }) => length === 0);

function Figures({ counts }: { readonly counts: TaskCounts | undefined }) {
  const figures = [
    ['Needs a human', counts?.needsHuman],
    ['Held by agents', counts?.held],
    ['Waiting', counts?.waiting],
    ['Handled', counts?.handled],
  ] as const;
  return (
    <dl className="figures">
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="v">{count === undefined ? '–' : figure(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
