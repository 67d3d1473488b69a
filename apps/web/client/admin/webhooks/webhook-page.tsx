import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty, SkeletonRows } from '../../kit/empty.js';
import { failureOf } from '../../kit/failure.js';
import { Moment } from '../../kit/moment.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { State } from '../../kit/state-badge.js';
import { admin, keys, type Delivery, type Webhook } from '../api.js';
import { Change } from '../change/change.js';
import { TenantLink } from '../list/links.js';
import { useList } from '../list/use-list.js';
import { WebhookState } from './webhook-state.js';

export function WebhookPage() {
  const { webhookId = '' } = useParams({ strict: false });
  const id = Number(webhookId);
  const asked = useQuery({ queryKey: keys.webhook(id), queryFn: () => admin.getWebhook(id) });
  const { data } = asked;
  const failure = failureOf(asked);
  if (failure) return <ErrorNote error={failure} />;
  if (!data) return <SkeletonRows />;
  return (
    <>
      <Bar title={data.name || data.url} beside={<WebhookState state={data.state} />}>
        {data.state !== 'active' && <Enable webhook={data} />}
      </Bar>
      <div className="page stack loose">
        {data.lastError !== null && (
          <Note kind="warn" title="It did not take the last delivery.">
            {data.lastError}
          </Note>
        )}
        <dl className="kv">
          <dt>Target</dt>
          <dd className="mono detailed">{data.url}</dd>
          <dt>Tenant</dt>
          <dd>
            <TenantLink tenantId={data.tenantId} />
          </dd>
          <dt>Events</dt>
          <dd className="mono detailed">{data.events.join(', ')}</dd>
        </dl>
        <Deliveries webhookId={id} />
      </div>
    </>
  );
}

function Enable({ webhook: { webhookId, version, state } }: { readonly webhook: Webhook }) {
  return (
    <Change
      name="Enable…"
      title="Deliver to this endpoint again?"
      about="What waits is delivered, and that it failed is forgotten. Deliveries that have ended stay ended."
      verb="Enable webhook"
      keep="Leave it as it is"
      version={version}
      now={<WebhookState state={state} />}
      act={(said) => admin.enableWebhook(webhookId, said)}
    />
  );
}

const states = {
  pending: { tone: 'plain', icon: 'wait', word: 'Waiting' },
  succeeded: { tone: 'ok', icon: 'handled', word: 'Delivered' },
  failed: { tone: 'bad', icon: 'failed', word: 'Given up' },
} as const;

function DeliveryState({ status }: { readonly status: Delivery['status'] }) {
  const { tone, icon, word } = states[status];
  return (
    <State tone={tone} icon={icon}>
      {word}
    </State>
  );
}

const columnsOf = (webhookId: number): readonly Column<Delivery>[] => [
  { name: 'Event', className: 'fill full main mono', cell: ({ type }) => type },
  { name: 'State', cell: ({ status }) => <DeliveryState status={status} /> },
  { name: 'Tries', className: 'num hide-s', cell: ({ attempts }) => attempts },
  { name: 'Last answer', className: 'hide-s', cell: ({ lastStatus, lastError }) => lastStatus ?? lastError },
  { name: 'Since', className: 'num', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    name: 'Changes',
    className: 'acts',
    quiet: true,
    cell: ({ deliveryId, status }) =>
      status !== 'pending' && (
        <Change
          small
          name="Replay…"
          title="Make this delivery again?"
          about="The endpoint gets the same event once more. Other deliveries are not touched."
          verb="Replay delivery"
          keep="Leave it ended"
          act={({ reason }) => admin.replayDelivery(webhookId, deliveryId, { reason })}
        />
      ),
  },
];

function Deliveries({ webhookId }: { readonly webhookId: number }) {
  const list = useList(`deliveries ${webhookId}`, {}, (query) => admin.listDeliveries(webhookId, query));
  return (
    <section className="sec" aria-labelledby="deliveries">
      <header>
        <h2 id="deliveries">Deliveries</h2>
      </header>
      <DataTable
        {...list}
        label="Deliveries"
        columns={columnsOf(webhookId)}
        rowKey={({ deliveryId }) => deliveryId}
        empty={<Empty title="Nothing was delivered yet">Deliveries stand here with how each try ended.</Empty>}
      />
    </section>
  );
}
