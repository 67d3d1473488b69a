import { Bar } from '../../kit/bar.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { admin, type LedgerEntry, type Receipt, type RiskEvent } from '../api.js';
import { FilterRow, Pick, plainOptions, Search, useFilters } from '../list/filters.js';
import { TenantLink } from '../list/links.js';
import { useList } from '../list/use-list.js';
import { figure } from '../../kit/plural.js';

const when = {
  name: 'When',
  className: 'num r',
  cell: (row: { readonly createdAt: string }) => <Moment at={row.createdAt} />,
};
const tenant = {
  name: 'Tenant',
  cell: ({ tenantId }: { readonly tenantId: string }) => <TenantLink tenantId={tenantId} />,
};

const receiptColumns: readonly Column<Receipt>[] = [
  { name: 'Receipt', className: 'fill full main mono', cell: ({ receiptId }) => receiptId },
  tenant,
  { name: 'State', className: 'mono', cell: ({ status }) => status },
  { name: 'For', className: 'hide-s', cell: ({ purpose }) => purpose },
  { name: 'Credits', className: 'num', cell: ({ credits }) => figure(credits) },
  { name: 'USDC', className: 'num', cell: ({ amountUsdc }) => amountUsdc },
  { name: 'Reason', className: 'hide-s detailed', cell: ({ reason }) => reason },
  when,
];

export function ReceiptsPage() {
  const { filters } = useFilters();
  const list = useList('receipts', filters, (query) => admin.listReceipts(query));
  return (
    <>
      <Bar title="Receipts" />
      <div className="page wide">
        <FilterRow>
          <Pick
            name="status"
            label="State"
            any="All"
            options={plainOptions(['pending', 'verified', 'settled', 'failed'])}
          />
          <Search name="tenantId" label="Tenant" hint="tnt_…" />
        </FilterRow>
        <DataTable
          {...list}
          label="Receipts"
          columns={receiptColumns}
          rowKey={({ receiptId }) => receiptId}
          empty={<Empty title="No receipt is like this">Payments stand here from the moment they are asked for.</Empty>}
        />
      </div>
    </>
  );
}

const ledgerColumns: readonly Column<LedgerEntry>[] = [
  { name: 'Move', className: 'fill full main mono', cell: ({ from, to }) => `${from} → ${to}` },
  tenant,
  { name: 'Credits', className: 'num', cell: ({ credits }) => figure(credits) },
  { name: 'Cause', className: 'mono hide-s', cell: ({ cause, causeId }) => `${cause} ${causeId}` },
  when,
];

export function LedgerPage() {
  const { filters } = useFilters();
  const list = useList('ledger', filters, (query) => admin.listLedger(query));
  return (
    <>
      <Bar title="Ledger" />
      <div className="page wide">
        <FilterRow>
          <Pick
            name="cause"
            label="Cause"
            any="All"
            options={plainOptions(['receipt', 'recipient', 'grant', 'proof'])}
          />
          <Search name="tenantId" label="Tenant" hint="tnt_…" />
        </FilterRow>
        <DataTable
          {...list}
          label="Ledger"
          columns={ledgerColumns}
          rowKey={({ entryId }) => entryId}
          empty={<Empty title="No credits moved">Each move of credits stands here for good.</Empty>}
        />
      </div>
    </>
  );
}

const riskColumns: readonly Column<RiskEvent>[] = [
  { name: 'Control', className: 'main', cell: ({ control }) => control },
  tenant,
  {
    name: 'What it did',
    cell: ({ action }) => (action === 'suspend' ? 'Suspended the tenant' : 'Put it in review'),
  },
  {
    name: 'Why',
    className: 'full mono detailed',
    cell: ({ details }) =>
      Object.entries(details)
        .map(([name, value]) => `${name} ${String(value)}`)
        .join(', '),
  },
  when,
];

export function RiskPage() {
  const { filters } = useFilters();
  const list = useList('risk', filters, (query) => admin.listRiskEvents(query));
  return (
    <>
      <Bar title="Risk events" />
      <div className="page wide">
        <FilterRow>
          <Pick
            name="control"
            label="Control"
            any="All"
            options={plainOptions([
              'hard-bounces',
              'complaints',
              'suppressed-tries',
              'strangers',
              'burst-after-signup',
            ])}
          />
          <Search name="tenantId" label="Tenant" hint="tnt_…" />
        </FilterRow>
        <DataTable
          {...list}
          label="Risk events"
          columns={riskColumns}
          rowKey={({ riskEventId }) => riskEventId}
          empty={<Empty title="No control stepped in">What the controls do, and why, stands here.</Empty>}
        />
      </div>
    </>
  );
}
