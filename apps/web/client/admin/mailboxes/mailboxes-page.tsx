import { Bar } from '../../kit/bar.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { State } from '../../kit/state-badge.js';
import { admin, type Mailbox } from '../api.js';
import { Change } from '../change/change.js';
import { FilterRow, Pick, Search, useFilters } from '../list/filters.js';
import { TenantLink } from '../list/links.js';
import { useList } from '../list/use-list.js';

const states = {
  active: { tone: 'ok', icon: 'check', word: 'Active' },
  disabled: { tone: 'bad', icon: 'off', word: 'Disabled' },
  lease_ended: { tone: 'plain', icon: 'wait', word: 'Lease ended' },
} as const;

function MailboxState({ status }: { readonly status: Mailbox['status'] }) {
  const { tone, icon, word } = states[status];
  return (
    <State tone={tone} icon={icon}>
      {word}
    </State>
  );
}

function DisableOrEnable({ mailbox: { accountId, address, status } }: { readonly mailbox: Mailbox }) {
  if (status === 'lease_ended') return null;
  if (status === 'disabled')
    return (
      <Change
        small
        name="Enable…"
        title={`Enable ${address}?`}
        about="It takes and sends mail again."
        verb="Enable mailbox"
        keep="Leave it disabled"
        act={({ reason }) => admin.enableMailbox(accountId, { reason })}
      />
    );
  return (
    <Change
      small
      danger
      name="Disable…"
      title={`Disable ${address}?`}
      about="It neither takes nor sends mail. What it has stays, and the tenant's other mailboxes go on."
      verb="Disable mailbox"
      keep="Keep it running"
      act={({ reason }) => admin.disableMailbox(accountId, { reason })}
    />
  );
}

const columns: readonly Column<Mailbox>[] = [
  { name: 'Address', className: 'fill full main mono', cell: ({ address }) => address },
  { name: 'Tenant', cell: ({ tenantId }) => <TenantLink tenantId={tenantId} /> },
  { name: 'State', cell: (mailbox) => <MailboxState status={mailbox.status} /> },
  {
    name: 'Last mail',
    className: 'num hide-s',
    cell: ({ latestEmailAt }) => latestEmailAt !== null && <Moment at={latestEmailAt} />,
  },
  { name: 'Made', className: 'num hide-s', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: 'Changes', className: 'acts', quiet: true, cell: (mailbox) => <DisableOrEnable mailbox={mailbox} /> },
];

export function MailboxesPage() {
  const { filters } = useFilters();
  const list = useList('mailboxes', filters, (query) => admin.listMailboxes(query));
  return (
    <>
      <Bar title="Mailboxes" />
      <div className="page wide">
        <FilterRow>
          <Search name="q" label="Address" hint="Start of an address" />
          <Search name="tenantId" label="Tenant" hint="tnt_…" />
          <Pick name="disabled" label="State" any="All" options={[{ value: 'true', name: 'Disabled' }]} />
        </FilterRow>
        <DataTable
          {...list}
          label="Mailboxes"
          columns={columns}
          rowKey={({ accountId }) => accountId}
          empty={<Empty title="No mailbox is like this">Loosen a filter, or look for the start of its address.</Empty>}
        />
      </div>
    </>
  );
}
