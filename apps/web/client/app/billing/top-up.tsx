import { useState } from 'react';
import type { HostedAnswer } from '@mailroom/client';
import { Note } from '../../kit/note.js';
import { hosted } from '../api.js';
import { paying } from '../wallet/x402.js';
import { PayWithWallet } from './pay-with-wallet.js';
import { figure } from '../../kit/plural.js';

type Account = HostedAnswer<'getBillingAccount'>;

const dollars = (amount: number) => amount.toFixed(6).replace(/(\.\d\d)0*$|0+$/, '$1');

/** Buys credits with a signature of the wallet. */
export function TopUp({ account: { pricing } }: { readonly account: Account }) {
  const [credits, setCredits] = useState(pricing.topUpCredits[0] ?? 0);
  if (!pricing.payment) return <p className="dim">This installation takes no payments. Its operator grants credits.</p>;
  const price = (count: number) => dollars(count * Number(pricing.creditPriceUsdc));
  return (
    <div className="stack">
      <fieldset className="stack tight">
        <legend className="label">Top up from your wallet</legend>
        <div className="amounts">
          {pricing.topUpCredits.map((count) => (
            <label key={count}>
              <input type="radio" name="credits" checked={count === credits} onChange={() => setCredits(count)} />{' '}
              <b>{figure(count)}</b> {price(count)} USDC
            </label>
          ))}
        </div>
      </fieldset>
      <PayWithWallet
        primary
        name={`Top up ${price(credits)} USDC`}
        pay={(provider) => paying(provider, (headers) => hosted.topUp({ credits }, { headers }))}
        onPaid={(receipt) => (
          <Note kind="ok" title={`${receipt.credits} credits are yours.`}>
            Receipt <span className="mono">{receipt.receiptId}</span>
          </Note>
        )}
      />
    </div>
  );
}
