import { Bar } from '../../kit/bar.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { admin, type PoisonEvent } from '../api.js';
import { Change } from '../change/change.js';
import { useList } from '../list/use-list.js';

function Decide({ event: { consumer, eventId, type, version } }: { readonly event: PoisonEvent }) {
  return (
    <span className="row">
      <Change
        small
        name="Deliver again…"
        title={`Deliver ${type} again?`}
        about={`${consumer} gets the event once more; if it fails again, it comes back here.`}
        verb="Deliver again"
        keep="Leave it aside"
        version={version}
        act={(said) => admin.retryPoisonEvent(consumer, eventId, said)}
      />
      <Change
        small
        danger
        name="Discard…"
        title={`Discard ${type}?`}
        about={`${consumer} never gets this event. Other consumers are not touched.`}
        verb="Discard event"
        keep="Leave it aside"
        version={version}
        act={(said) => admin.discardPoisonEvent(consumer, eventId, said)}
      />
    </span>
  );
}

const columns: readonly Column<PoisonEvent>[] = [
  {
    name: 'Event',
    className: 'fill full main mono',
    cell: ({ type, lastError }) => (
      <>
        {type}
        <span className="two faint">{lastError}</span>
      </>
    ),
  },
  { name: 'Consumer', className: 'mono', cell: ({ consumer }) => consumer },
  { name: 'Tries', className: 'num hide-s', cell: ({ attempts }) => attempts },
  { name: 'Set aside', className: 'num', cell: ({ setAsideAt }) => <Moment at={setAsideAt} /> },
  { name: 'Changes', className: 'acts', quiet: true, cell: (event) => <Decide event={event} /> },
];

export function EventsPage() {
  const list = useList('poison', {}, (query) => admin.listPoisonEvents(query));
  return (
    <>
      <Bar title="Events set aside" />
      <div className="page wide">
        <DataTable
          {...list}
          tall
          label="Events set aside"
          columns={columns}
          rowKey={({ consumer, eventId }) => `${consumer} ${eventId}`}
          empty={<Empty title="No event is set aside">One that a consumer cannot take comes here, and waits.</Empty>}
        />
      </div>
    </>
  );
}
