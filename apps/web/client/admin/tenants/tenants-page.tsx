import { Bar } from '../../kit/bar.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { admin, type Tenant } from '../api.js';
import { FilterRow, Pick, plainOptions, Search, useFilters } from '../list/filters.js';
import { TenantLink } from '../list/links.js';
import { useList } from '../list/use-list.js';
import { PolicyBadge } from './policy-badge.js';
import { figure } from '../../kit/plural.js';

const columns: readonly Column<Tenant>[] = [
  {
    name: 'Tenant',
    className: 'fill full',
    cell: ({ tenantId, name }) => (
      <>
        <TenantLink tenantId={tenantId} name={name || tenantId} />{' '}
        {name && <span className="mono faint hide-s">{tenantId}</span>}
      </>
    ),
  },
  { name: 'Policy', cell: ({ policy }) => <PolicyBadge policy={policy} quiet /> },
  { name: 'Billing', className: 'mono hide-s', cell: ({ billingState }) => billingState },
  { name: 'In, 24 h', className: 'num hide-s', cell: ({ lastDay }) => figure(lastDay.received) },
  { name: 'Out, 24 h', className: 'num hide-s', cell: ({ lastDay }) => figure(lastDay.sent) },
  { name: 'Bounced, 24 h', className: 'num hide-s', cell: ({ lastDay }) => figure(lastDay.bounced) },
  { name: 'Credits', className: 'num hide-s', cell: ({ credits }) => figure(credits.available) },
  { name: 'Since', className: 'num r', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export function TenantsPage() {
  const { filters } = useFilters();
  const list = useList('tenants', filters, (query) => admin.listTenants(query));
  return (
    <>
      <Bar title="Tenants" />
      <div className="page wide">
        <FilterRow>
          <Search name="q" label="Tenant" hint="Start of an id, a name or an address" />
          <Pick
            name="policy"
            label="Policy"
            any="Every policy"
            options={plainOptions(['internal_only', 'external_review', 'external_enabled', 'suspended'])}
          />
          <Pick
            name="billingState"
            label="Billing"
            any="Every state"
            options={plainOptions(['free', 'paid_review', 'paid_active'])}
          />
          <Pick name="upgradePaid" label="Upgrade" any="Paid or not" options={[{ value: 'true', name: 'Paid for' }]} />
          <Pick
            name="metered"
            label="Pays"
            any="All"
            options={[
              { value: 'true', name: 'For itself' },
              { value: 'false', name: 'Not at all' },
            ]}
          />
        </FilterRow>
        <DataTable
          {...list}
          label="Tenants"
          columns={columns}
          rowKey={({ tenantId }) => tenantId}
          empty={<Empty title="No tenant is like this">Loosen a filter, or look for the start of its id.</Empty>}
        />
      </div>
    </>
  );
}
