import { Link } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { Theirs } from '../../kit/theirs.js';
import { admin, type Job } from '../api.js';
import { FilterRow, Pick, Search, useFilters } from '../list/filters.js';
import { TenantLink } from '../list/links.js';
import { useList } from '../list/use-list.js';
import { JobState } from './job-state.js';

const columns: readonly Column<Job>[] = [
  {
    name: 'Message',
    className: 'fill full',
    cell: ({ jobId, subject, recipients }) => (
      <>
        <Link className="main" to="/jobs/$jobId" params={{ jobId: String(jobId) }}>
          <Theirs>{subject || 'No subject'}</Theirs>
        </Link>
        <span className="two faint">to {recipients.map(({ address }) => address).join(', ')}</span>
      </>
    ),
  },
  { name: 'Tenant', cell: ({ tenantId }) => <TenantLink tenantId={tenantId} /> },
  { name: 'State', cell: (job) => <JobState job={job} /> },
  { name: 'Tries', className: 'num hide-s', cell: ({ attempts }) => attempts },
  { name: 'Since', className: 'num r', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export function JobsPage() {
  const { filters } = useFilters();
  const list = useList('jobs', filters, (query) => admin.listOutboundJobs(query));
  return (
    <>
      <Bar title="Outbound jobs" />
      <div className="page wide">
        <FilterRow>
          <Pick
            name="state"
            label="State"
            any="Need a person"
            options={[
              { value: 'failed', name: 'Failed' },
              { value: 'retry', name: 'Tried again later' },
              { value: 'all', name: 'All' },
            ]}
          />
          <Search name="tenantId" label="Tenant" hint="tnt_…" />
        </FilterRow>
        <DataTable
          {...list}
          tall
          label="Outbound jobs"
          columns={columns}
          rowKey={({ jobId }) => jobId}
          empty={<Empty title="No job waits here">A message whose end nobody knows comes here for a decision.</Empty>}
        />
      </div>
    </>
  );
}
