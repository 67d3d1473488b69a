import { Bar } from '../../kit/bar.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { admin, type AuditEntry } from '../api.js';
import { FilterRow, Pick, plainOptions, Search, useFilters } from '../list/filters.js';
import { TenantLink } from '../list/links.js';
import { useList } from '../list/use-list.js';

const actors = ['manager', 'mailbox', 'operator', 'system'];
const actions = [
  'token.issued',
  'token.revoked',
  'token.rotated',
  'mailbox.created',
  'mailbox.changed',
  'tenant.policy_changed',
  'tenant.credits_granted',
  'tenant.credits_revoked',
  'receipt.resolved',
  'wallet.created',
  'wallet.bound',
  'session.started',
  'session.ended',
  'webhook.enabled',
  'delivery.replayed',
  'job.resolved',
  'event.retried',
  'event.discarded',
];

const columns: readonly Column<AuditEntry>[] = [
  { name: 'Action', className: 'main mono', cell: ({ action }) => action },
  { name: 'By', cell: ({ actor }) => actor },
  { name: 'Tenant', cell: ({ tenantId }) => <TenantLink tenantId={tenantId} /> },
  { name: 'What', className: 'mono hide-s', cell: ({ targetType, targetId }) => `${targetType} ${targetId}` },
  { name: 'Reason', className: 'full detailed', cell: ({ reason }) => reason !== null && `“${reason}”` },
  { name: 'When', className: 'num r', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export function AuditPage() {
  const { filters } = useFilters();
  const list = useList('audit', filters, (query) => admin.listAudit(query));
  return (
    <>
      <Bar title="Audit log" />
      <div className="page wide">
        <FilterRow>
          <Pick name="actor" label="By" any="Everybody" options={plainOptions(actors)} />
          <Pick name="action" label="Action" any="All" options={plainOptions(actions)} />
          <Search name="tenantId" label="Tenant" hint="tnt_…" />
        </FilterRow>
        <DataTable
          {...list}
          label="Audit log"
          columns={columns}
          rowKey={({ entryId }) => entryId}
          empty={<Empty title="Nothing was changed">Who changes what, and why, stands here for good.</Empty>}
        />
      </div>
    </>
  );
}
