import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Bar } from '../../kit/bar.js';
import { CopyButton } from '../../kit/copy-button.js';
import { SkeletonRows } from '../../kit/empty.js';
import { failureOf } from '../../kit/failure.js';
import { Moment } from '../../kit/moment.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { admin, keys, type TenantDetail } from '../api.js';
import { MailCurves } from '../overview/mail-curves.js';
import { AuditTrail } from '../records/audit-trail.js';
import { Credits } from './credits.js';
import { PolicyBadge } from './policy-badge.js';
import { ApproveUpgrade, Standing, SuspendOrRestore } from './tenant-changes.js';
import { figure } from '../../kit/plural.js';

export function TenantPage() {
  const { tenantId = '' } = useParams({ strict: false });
  const asked = useQuery({ queryKey: keys.tenant(tenantId), queryFn: () => admin.getTenant(tenantId) });
  const { data } = asked;
  const failure = failureOf(asked);
  if (failure) return <ErrorNote error={failure} />;
  if (!data) return <SkeletonRows />;
  return (
    <>
      <Bar title={data.name || data.tenantId} beside={<PolicyBadge policy={data.policy} />}>
        <SuspendOrRestore tenant={data} />
      </Bar>
      <div className="page stack loose">
        {data.reason !== null && (
          <Note kind={data.policy === 'suspended' ? 'bad' : 'info'} title={`“${data.reason}”`}>
            {data.changedBy} {data.changedAt !== null && <Moment at={data.changedAt} said="inSentence" />}
          </Note>
        )}
        <div className="cols2">
          <div className="stack loose">
            <Changes tenant={data} />
            <MailCurves title="Last 24 hours" counts={data.hours} of={['sent', 'bounced']} />
          </div>
          <div className="stack loose">
            <About tenant={data} />
            <AuditTrail tenantId={tenantId} />
          </div>
        </div>
      </div>
    </>
  );
}

function Changes({ tenant }: { readonly tenant: TenantDetail }) {
  const { billingState, sendPolicy, sending } = tenant;
  return (
    <section className="sec" aria-labelledby="state">
      <header>
        <h2 id="state">State</h2>
      </header>
      <div className="card">
        <div className="part stack">
          <dl className="kv">
            <dt>Billing</dt>
            <dd className="mono">{billingState}</dd>
            <dt>Send policy</dt>
            <dd className="mono">{sendPolicy}</dd>
            <dt>Outside, this hour</dt>
            <dd>
              {figure(sending.usage.externalPerHour)} of {limit(sending.limits.externalPerHour)}
            </dd>
            <dt>Outside, this day</dt>
            <dd>
              {figure(sending.usage.externalPerDay)} of {limit(sending.limits.externalPerDay)}
            </dd>
          </dl>
          <div className="row wrap">
            {billingState === 'paid_review' && <ApproveUpgrade tenant={tenant} />}
            <Standing tenant={tenant} />
            <Credits tenant={tenant} move="grant" />
            <Credits tenant={tenant} move="revoke" />
          </div>
        </div>
      </div>
    </section>
  );
}

const limit = (value: number | null) => (value === null ? 'any number' : figure(value));

function About({ tenant }: { readonly tenant: TenantDetail }) {
  const { tenantId, createdAt, credits, wallets, domains, mailboxes, signup } = tenant;
  return (
    <section className="sec" aria-labelledby="about">
      <header>
        <h2 id="about">About</h2>
      </header>
      <dl className="kv">
        <dt>Tenant</dt>
        <dd className="mono">
          {tenantId} <CopyButton text={tenantId} what="id" />
        </dd>
        <dt>Since</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
        <dt>Credits</dt>
        <dd>
          {figure(credits.available)}, and {figure(credits.reserved)} reserved
        </dd>
        <dt>Mailboxes</dt>
        <dd>
          <Link to="/mailboxes" search={{ tenantId }}>
            {figure(mailboxes)}
          </Link>
        </dd>
        {domains.length > 0 && <dt>Domains</dt>}
        {domains.length > 0 && <dd className="mono detailed">{domains.join(', ')}</dd>}
        {wallets.length > 0 && <dt>Wallets</dt>}
        {wallets.length > 0 && <dd className="mono detailed">{wallets.map(({ address }) => address).join(', ')}</dd>}
        {signup?.operatorEmail && <dt>Contact</dt>}
        {signup?.operatorEmail && <dd className="mono">{signup.operatorEmail}</dd>}
        {signup?.useCase && <dt>Use</dt>}
        {signup?.useCase && <dd className="detailed">“{signup.useCase}”</dd>}
      </dl>
    </section>
  );
}
