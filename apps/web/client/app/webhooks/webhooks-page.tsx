import type { Webhook } from '@mailroom/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { State } from '../../kit/state-badge.js';
import { keys, mail } from '../api.js';
import { NewWebhook } from './new-webhook.js';

/** Whether it works now. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { status, lastStatus, lastError } = webhook;
  if (status !== 0)
    return (
      <State tone="bad" icon="off">
        Turned off
      </State>
    );
  if (lastError !== null)
    return (
      <State tone="bad" icon="failed">
        Failing{lastStatus !== null && `, ${lastStatus}`}
      </State>
    );
  if (lastStatus === null)
    return (
      <State tone="plain" icon="wait">
        Nothing delivered yet
      </State>
    );
  return (
    <State tone="ok" icon="handled">
      {lastStatus}
    </State>
  );
}

const columns: readonly Column<Webhook>[] = [
  {
    name: 'Target',
    className: 'fill full main',
    cell: ({ webhookId, url }) => (
      <Link className="mono" to="/webhooks/$webhookId" params={{ webhookId: String(webhookId) }}>
        {url}
      </Link>
    ),
  },
  { name: 'Events', className: 'hide-s', cell: ({ events }) => events.join(', ') },
  { name: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    name: 'Last delivery',
    className: 'num r',
    cell: ({ lastDeliverTime }) => lastDeliverTime && <Moment at={lastDeliverTime} />,
  },
];

export function WebhooksPage() {
  const { data, error } = useQuery({ queryKey: keys.webhooks, queryFn: () => mail.listWebhooks() });
  return (
    <>
      <Bar title="Webhooks" />
      <div className="page">
        <DataTable
          label="Webhooks"
          columns={columns}
          rows={data?.items}
          rowKey={({ webhookId }) => webhookId}
          error={error}
          empty={<Empty title="No webhooks yet">Mailroom calls the addresses below when something happens.</Empty>}
        />
        <section className="sec" aria-labelledby="new">
          <header>
            <h2 id="new">Add webhook</h2>
          </header>
          <div className="card pad">
            <NewWebhook />
          </div>
        </section>
      </div>
    </>
  );
}
