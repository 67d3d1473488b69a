import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { Empty, SkeletonRows } from '../../kit/empty.js';
import { useLive, type Live } from '../../kit/live.js';
import { ErrorNote } from '../../kit/note.js';
import { Choice } from '../../kit/choice.js';
import { isActive, useMailboxes, type SeenMailbox } from '../mailboxes/use-mailboxes.js';
import { TaskList } from './task-list.js';
import { TaskPanel } from './task-panel.js';
import { useBoard, useTaskStats } from './use-tasks.js';

type Chosen = { readonly mailbox?: number; readonly task?: number };

/** The board of the mailbox that the address names, else of the newest. */
export function TasksPage() {
  const chosen: Chosen = useSearch({ strict: false });
  const { data: mailboxes, error } = useMailboxes();
  if (error) return <ErrorNote error={error} />;
  if (!mailboxes) return <SkeletonRows />;
  const accountId = chosen.mailbox ?? (mailboxes.find(isActive) ?? mailboxes[0])?.id;
  if (accountId === undefined)
    return (
      <>
        <Bar title="Tasks" />
        <Empty title="No mailbox yet" action={<Link to="/mailboxes">Get one</Link>}>
          What arrives in a mailbox is a task here, until an agent or you have handled it.
        </Empty>
      </>
    );
  return <BoardPage accountId={accountId} taskId={chosen.task} mailboxes={mailboxes} />;
}

type BoardPageProps = {
  readonly accountId: number;
  readonly taskId: number | undefined;
  readonly mailboxes: readonly SeenMailbox[];
};

function BoardPage({ accountId, taskId, mailboxes }: BoardPageProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [arrived, setArrived] = useState<ReadonlySet<number>>(new Set());
  const { data: board, error } = useBoard(accountId);
  const live = useLive(accountId, ({ type, data }) => {
    if (type === 'email.received') setArrived((before) => new Set([...before, data.emailId]));
    void client.invalidateQueries({ queryKey: ['tasks', accountId] });
  });
  return (
    <>
      <Bar title="Tasks" beside={<LiveLine live={live} />}>
        <Choice
          label="Mailbox"
          quiet
          value={accountId}
          options={mailboxes.map(({ id, address }) => ({ value: id, name: address }))}
          onChange={(mailbox) => void navigate({ to: '/tasks', search: { mailbox } })}
        />
      </Bar>
      <Figures accountId={accountId} />
      {error && <ErrorNote error={error} />}
      <div className={taskId === undefined ? '' : 'split taskopen'}>
        <div>
          {!board && !error && <SkeletonRows />}
          {board && <TaskList board={board} accountId={accountId} chosen={taskId} arrived={arrived} />}
          {board && isEmpty(board) && (
            <Empty title="Nothing waits">What arrives in this mailbox shows here at once, as a task.</Empty>
          )}
        </div>
        {taskId !== undefined && <TaskPanel key={taskId} emailId={taskId} accountId={accountId} />}
      </div>
    </>
  );
}

const isEmpty = (board: Record<string, readonly unknown[]>) => Object.values(board).every(({ length }) => length === 0);

const words: Readonly<Record<Live, string>> = { connecting: 'Connecting', on: 'Live', off: 'Connection lost' };

function LiveLine({ live }: { readonly live: Live }) {
  return (
    <span className={live === 'on' ? 'live' : 'live off'} role="status">
      <i />
      {words[live]}
    </span>
  );
}

function Figures({ accountId }: { readonly accountId: number }) {
  const { data } = useTaskStats(accountId);
  const total = (status: string) => data?.byStatus[status]?.total ?? 0;
  const expired = data?.byStatus['processing']?.expired ?? 0;
  const figures = [
    ['Needs a human', total('needs_human')],
    ['Held by agents', data?.locked ?? 0],
    ['Waiting', total('new') + expired],
    ['Handled', total('handled')],
  ] as const;
  return (
    <dl className="figures">
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="v">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
