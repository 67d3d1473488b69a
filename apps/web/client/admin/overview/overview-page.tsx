import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { SkeletonRows } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { ErrorNote } from '../../kit/note.js';
import type { Overview } from '../api.js';
import { useOverview } from '../home.js';
import { TenantLink } from '../list/links.js';
import { MailCurves } from './mail-curves.js';
import { Needs } from './needs.js';
import { figure } from '../../kit/plural.js';

const inAndHandled = ['received', 'handled'] as const;
const outAndBounced = ['sent', 'bounced'] as const;
const spans = [
  { of: 'hours', name: '24 h' },
  { of: 'days', name: '30 d' },
] as const;

export function OverviewPage() {
  const { data, error } = useOverview();
  const [span, setSpan] = useState<'hours' | 'days'>('hours');
  return (
    <>
      <Bar title="Overview">
        <div className="seg" role="group" aria-label="How far back">
          {spans.map(({ of, name }) => (
            <button key={of} type="button" aria-pressed={span === of} onClick={() => setSpan(of)}>
              {name}
            </button>
          ))}
        </div>
      </Bar>
      <div className="page stack loose">
        {error && <ErrorNote error={error} />}
        {!data && !error && <SkeletonRows count={4} />}
        {data && (
          <>
            <Needs waiting={data.waiting} />
            <Queues queues={data.queues} />
            <MailCurves title="Mail in and handled" counts={data[span]} of={inAndHandled} />
            <MailCurves title="Out and bounced" counts={data[span]} of={outAndBounced} />
            <LastChanges entries={data.lastChanges} />
          </>
        )}
      </div>
    </>
  );
}

function Queues({ queues }: { readonly queues: Overview['queues'] }) {
  return (
    <section className="sec" aria-labelledby="queues">
      <header>
        <h2 id="queues">Queues</h2>
      </header>
      <dl className="figures boxed">
        {queues.map(({ name, waiting, oldestSeconds }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="v">{waiting === null ? 'unknown' : figure(waiting)}</dd>
            <dd className="d">
              {oldestSeconds === null || waiting === 0 ? 'nothing waits' : `oldest ${age(oldestSeconds)}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function age(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

function LastChanges({ entries }: { readonly entries: Overview['lastChanges'] }) {
  if (entries.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="changes">
      <header>
        <h2 id="changes">Last changes by operators</h2>
        <span className="end">
          <Link to="/audit">Audit log</Link>
        </span>
      </header>
      <ol className="tl">
        {entries.map(({ entryId, action, tenantId, reason, createdAt }) => (
          <li key={entryId}>
            <span>
              <b>{action}</b> <TenantLink tenantId={tenantId} />
              {reason !== null && <> “{reason}”</>}
            </span>
            <Moment at={createdAt} />
          </li>
        ))}
      </ol>
    </section>
  );
}
