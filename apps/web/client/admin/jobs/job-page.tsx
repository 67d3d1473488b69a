import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty, SkeletonRows } from '../../kit/empty.js';
import { failureOf } from '../../kit/failure.js';
import { Moment } from '../../kit/moment.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { admin, keys, type Job } from '../api.js';
import { Change } from '../change/change.js';
import { TenantLink } from '../list/links.js';
import { JobState } from './job-state.js';

const answers = [
  {
    resolution: 'sent',
    name: 'It was delivered…',
    verb: 'Settle as delivered',
    about: 'Nothing is sent again, and its credit is spent.',
  },
  {
    resolution: 'retry',
    name: 'It was not: send it again…',
    verb: 'Send it again',
    about: 'It is sent once more. If the other side has it after all, it has it twice.',
  },
  {
    resolution: 'failed',
    name: 'Give up…',
    verb: 'Give up',
    about: 'Nothing is sent again, the sender is told that it failed, and the credit is returned.',
    danger: true,
  },
] as const;

const columns: readonly Column<Job['recipients'][number]>[] = [
  { name: 'To', className: 'fill full main mono', cell: ({ address }) => address },
  { name: 'State', className: 'mono', cell: ({ status }) => status },
  { name: 'The last words on the line', className: 'mono detailed', cell: ({ smtpReply }) => smtpReply },
  {
    name: 'Message handed over',
    className: 'num hide-s',
    cell: ({ dataStartedAt }) => (dataStartedAt === null ? 'no' : <Moment at={dataStartedAt} />),
  },
];

export function JobPage() {
  const { jobId = '' } = useParams({ strict: false });
  const id = Number(jobId);
  const asked = useQuery({ queryKey: keys.job(id), queryFn: () => admin.getOutboundJob(id) });
  const { data } = asked;
  const failure = failureOf(asked);
  if (failure) return <ErrorNote error={failure} />;
  if (!data) return <SkeletonRows />;
  return (
    <>
      <Bar title={data.subject || 'No subject'} beside={<JobState job={data} />} />
      <div className="page stack loose">
        {data.needsPerson && <Decision job={data} />}
        <dl className="kv">
          <dt>From</dt>
          <dd className="mono">{data.from}</dd>
          <dt>Tenant</dt>
          <dd>
            <TenantLink tenantId={data.tenantId} />
          </dd>
          <dt>Message-ID</dt>
          <dd className="mono detailed">{data.messageId}</dd>
          <dt>Tries</dt>
          <dd>{data.attempts}</dd>
        </dl>
        <section className="sec" aria-labelledby="tries">
          <header>
            <h2 id="tries">Recipients</h2>
          </header>
          <DataTable
            label="Recipients"
            columns={columns}
            rows={data.recipients}
            rowKey={({ address }) => address}
            empty={<Empty title="Nobody">The message had no recipients.</Empty>}
          />
        </section>
      </div>
    </>
  );
}

function Decision({ job }: { readonly job: Job }) {
  return (
    <section className="sec" aria-label="Decision">
      <Note kind="warn" title="The line broke after the message was handed over and before the answer came.">
        Sending again could deliver it twice, so nothing happens until you decide.
      </Note>
      <div className="row wrap">
        {answers.map(({ resolution, ...words }) => (
          <Change
            key={resolution}
            {...words}
            title={`${words.verb}: ${job.subject || 'no subject'}?`}
            keep="Decide later"
            version={job.version}
            now={<JobState job={job} />}
            act={(said) => admin.resolveJob(job.jobId, { ...said, resolution })}
          />
        ))}
      </div>
    </section>
  );
}
