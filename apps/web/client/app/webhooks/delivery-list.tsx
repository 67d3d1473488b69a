import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { State } from '../../kit/state-badge.js';
import { keys, mail } from '../api.js';
import { looks, type Delivery } from './delivery-state.js';

type DeliveryListProps = { readonly webhookId: number; readonly chosen: number | undefined };

/** The deliveries that are kept, newest first. */
export function DeliveryList({ webhookId, chosen }: DeliveryListProps) {
  const { data, error } = useQuery({
    queryKey: keys.deliveries(webhookId),
    queryFn: () => mail.listDeliveries(webhookId, { size: 50 }),
    refetchInterval: 5_000,
  });
  return (
    <section className="sec" aria-label="Deliveries">
      <header>
        <h2>Deliveries</h2>
      </header>
      <DataTable
        label="Deliveries"
        columns={columnsFor(webhookId)}
        rows={data?.items}
        rowKey={({ id }) => id}
        selected={chosen}
        error={error}
        empty={<Empty title="No deliveries yet">Each event that this webhook is told of is a line here.</Empty>}
      />
    </section>
  );
}

const columnsFor = (webhookId: number): readonly Column<Delivery>[] => [
  { name: 'Time', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    name: 'Result',
    className: 'r',
    cell: ({ status, lastStatus }) => (
      <State {...looks[status]}>
        {looks[status].word}
        {lastStatus !== null && `, ${lastStatus}`}
      </State>
    ),
  },
  {
    name: 'Event',
    className: 'main',
    cell: ({ id, type }) => (
      <Link
        to="/webhooks/$webhookId"
        params={{ webhookId: String(webhookId) }}
        search={{ delivery: id }}
        resetScroll={false}
      >
        {type}
      </Link>
    ),
  },
  { name: 'Tries', className: 'num hide-s', cell: ({ attempts }) => attempts },
  { name: 'Answer', className: 'fill faint full', cell: (delivery) => <Answer delivery={delivery} /> },
];

function Answer({ delivery: { lastError, nextAttemptAt } }: { readonly delivery: Delivery }) {
  return (
    <>
      {lastError}
      {nextAttemptAt && (
        <>
          {' '}
          next try <Moment at={nextAttemptAt} said="due" />
        </>
      )}
    </>
  );
}
