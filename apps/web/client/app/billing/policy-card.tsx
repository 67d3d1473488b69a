import { useState } from 'react';
import type { HostedAnswer } from '@mailroom/client';
import { useQuery } from '@tanstack/react-query';
import { ErrorNote, Note } from '../../kit/note.js';
import { StateBadge } from '../../kit/state-badge.js';
import { hosted, keys } from '../api.js';
import { paying } from '../wallet/x402.js';
import { PayWithWallet } from './pay-with-wallet.js';

type Account = HostedAnswer<'getBillingAccount'>;
type Policy = HostedAnswer<'getSendPolicy'>;

const path = ['internal_only', 'external_review', 'external_enabled'] as const;

/** To whom the tenant may write, and how to get on. */
export function PolicyCard({ account }: { readonly account: Account }) {
  const { tenantId } = account;
  const { data, error } = useQuery({
    queryKey: keys.policy(tenantId),
    queryFn: () => hosted.getSendPolicy(tenantId),
  });
  return (
    <section className="sec" aria-label="Who you may write to">
      <header>
        <h2>Who you may write to</h2>
      </header>
      {error && <ErrorNote error={error} />}
      {data && (
        <div className="card">
          <div className="part policy">
            <div className="stack tight">
              <div>
                {data.externalSendAllowed ? (
                  <StateBadge tone="ok" icon="check">
                    Outside mail allowed
                  </StateBadge>
                ) : (
                  <StateBadge tone="warn" icon="alert">
                    Outside mail refused
                  </StateBadge>
                )}
              </div>
              <p className="dim">
                Mail between mailboxes of this service is always free.{' '}
                {data.reason && (
                  <>
                    Mail to the outside is refused with <code>{data.reason}</code>.
                  </>
                )}
              </p>
            </div>
            <div className="stack caps">
              <Cap name="This hour" used={data.usage.externalPerHour} limit={data.limits.externalPerHour} />
              <Cap name="In 24 hours" used={data.usage.externalPerDay} limit={data.limits.externalPerDay} />
            </div>
          </div>
          <GetOn policy={data} account={account} />
        </div>
      )}
    </section>
  );
}

type CapProps = { readonly name: string; readonly used: number; readonly limit: number | null };

function Cap({ name, used, limit }: CapProps) {
  const isFull = limit !== null && used >= limit;
  return (
    <div>
      <div className="row">
        <span>{name}, outside addresses</span>
        <span className={isFull ? 'end t-warn' : 'end'}>
          <b className="strong">{used}</b> {limit === null ? 'without a limit' : `of ${limit}`}
        </span>
      </div>
      {limit !== null && (
        <svg
          className={isFull ? 'meter warn' : 'meter'}
          viewBox="0 0 100 4"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect className="t" width="100" height="4" />
          <rect className="v" width={Math.min(100, (100 * used) / Math.max(1, limit))} height="4" />
        </svg>
      )}
    </div>
  );
}

function GetOn({ policy: { policy }, account }: { readonly policy: Policy; readonly account: Account }) {
  const { pricing, billingState } = account;
  // What was paid for changes what is asked for; that it was taken stays to be read.
  const [upgraded, setUpgraded] = useState<string | null>(null);
  if (policy === 'suspended')
    return (
      <div className="part">
        <Note kind="bad" title="Mail out is suspended.">
          Mail to you still arrives. Ask the operator of this installation.
        </Note>
      </div>
    );
  const canAsk = policy === 'internal_only' && billingState === 'free' && pricing.payment !== null;
  return (
    <div className="part stack">
      {upgraded !== null && <Note kind="ok" title={`Your policy is now ${upgraded}.`} />}
      <ol className="machine">
        {path.map((state) => (
          <li key={state} className={state === policy ? 'on' : ''} aria-current={state === policy ? 'step' : undefined}>
            <span className="st">{state}</span>
          </li>
        ))}
      </ol>
      {policy === 'external_review' && <p className="dim">The operator looks at your upgrade.</p>}
      {canAsk && (
        <>
          <p className="dim">
            An upgrade lifts both caps once its payment has settled
            {pricing.upgradeReview === 'manual' && ' and the operator has looked at it'}, and adds{' '}
            {pricing.upgradeCredits} credits. It never allows bulk marketing, bought lists or cold outreach.
          </p>
          <PayWithWallet
            name={`Ask for an upgrade, ${pricing.upgradePriceUsdc} USDC`}
            pay={async (provider) => {
              const answer = await paying(provider, (headers) => hosted.requestUpgrade({ headers }));
              setUpgraded(answer.policy);
            }}
          />
        </>
      )}
    </div>
  );
}
