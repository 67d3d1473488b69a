import { Link } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { admin, type Webhook } from '../api.js';
import { FilterRow, Pick, Search, useFilters } from '../list/filters.js';
import { TenantLink } from '../list/links.js';
import { useList } from '../list/use-list.js';
import { WebhookState } from './webhook-state.js';

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
  { name: 'Tenant', cell: ({ tenantId }) => <TenantLink tenantId={tenantId} /> },
  { name: 'State', cell: ({ state }) => <WebhookState state={state} /> },
  { name: 'Last answer', className: 'hide-s', cell: ({ lastStatus, lastError }) => lastStatus ?? lastError },
  {
    name: 'Failing since',
    className: 'num hide-s',
    cell: ({ failingSince }) => failingSince !== null && <Moment at={failingSince} />,
  },
];

export function WebhooksPage() {
  const { filters } = useFilters();
  const list = useList('webhooks', filters, (query) => admin.listWebhooks(query));
  return (
    <>
      <Bar title="Webhooks" />
      <div className="page wide">
        <FilterRow>
          <Pick
            name="state"
            label="State"
            any="All"
            options={[
              { value: 'unwell', name: 'Failing or turned off' },
              { value: 'failing', name: 'Failing' },
              { value: 'disabled', name: 'Turned off' },
            ]}
          />
          <Search name="tenantId" label="Tenant" hint="tnt_…" />
        </FilterRow>
        <DataTable
          {...list}
          label="Webhooks"
          columns={columns}
          rowKey={({ webhookId }) => webhookId}
          empty={<Empty title="No webhook is like this">Tenants add webhooks themselves; loosen a filter.</Empty>}
        />
      </div>
    </>
  );
}
