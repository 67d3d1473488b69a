import type { HostedAnswer } from '@mailroom/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bar } from '../../kit/bar.js';
import { Button } from '../../kit/button.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty, SkeletonRows } from '../../kit/empty.js';
import { Moment } from '../../kit/moment.js';
import { counted, figure } from '../../kit/plural.js';
import { ErrorNote } from '../../kit/note.js';
import { State } from '../../kit/state-badge.js';
import { hosted, keys } from '../api.js';
import { PolicyCard } from './policy-card.js';
import { TopUp } from './top-up.js';
import type { IconName } from '../../kit/icons.js';
import type { Tone } from '../../kit/state-badge.js';

type Receipt = HostedAnswer<'listReceipts'>['items'][number];
type Entry = HostedAnswer<'listLedger'>['items'][number];

export function BillingPage() {
  const { data: account, error } = useQuery({ queryKey: keys.account, queryFn: () => hosted.getBillingAccount() });
  return (
    <>
      <Bar title="Billing" />
      <div className="page narrow">
        {error && <ErrorNote error={error} />}
        {!account && !error && <SkeletonRows />}
        {account && (
          <section className="card" aria-label="Credits">
            <div className="part balance">
              <div>
                <div className="dim">Credits</div>
                <div className="bignum">{figure(account.availableCredits)}</div>
                <div className="faint">
                  {account.reservedCredits > 0 &&
                    `${counted(account.reservedCredits, 'more credit')} reserved for mail on its way. `}
                  One credit sends one message to one outside address.
                </div>
              </div>
              <TopUp account={account} />
            </div>
          </section>
        )}
        {account && <PolicyCard account={account} />}
        <Receipts />
        <Ledger />
      </div>
    </>
  );
}

const looks: Readonly<Record<Receipt['status'], { tone: Tone; icon: IconName; word: string }>> = {
  pending: { tone: 'warn', icon: 'wait', word: 'Checking' },
  verified: { tone: 'warn', icon: 'wait', word: 'Verified, settling' },
  settled: { tone: 'ok', icon: 'handled', word: 'Settled' },
  failed: { tone: 'bad', icon: 'failed', word: 'Failed, nothing was taken' },
};

const receiptColumns: readonly Column<Receipt>[] = [
  { name: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: 'What', className: 'main', cell: ({ purpose, credits }) => `${counted(credits, 'credit')}, ${purpose}` },
  { name: 'Amount', className: 'num r', cell: ({ amountUsdc }) => `${amountUsdc} USDC` },
  {
    name: 'State',
    className: 'fill',
    cell: ({ status, reason }) => (
      <State {...looks[status]}>
        {looks[status].word}
        {reason && `: ${reason}`}
      </State>
    ),
  },
  { name: 'Receipt', className: 'mono hide-s', cell: ({ receiptId }) => receiptId },
  { name: 'Do', quiet: true, className: 'acts', cell: (receipt) => <ConfirmAgain receipt={receipt} /> },
];

/** A receipt that has not settled can be tried again; it never takes the money twice. */
function ConfirmAgain({ receipt: { receiptId, status } }: { readonly receipt: Receipt }) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => hosted.confirmPayment({ receiptId }),
    onSettled: () => client.invalidateQueries({ queryKey: ['billing'] }),
  });
  if (status !== 'pending' && status !== 'verified') return null;
  return (
    <Button size="s" busy={isPending} onPress={() => mutate()}>
      {error ? 'Not yet. Confirm again' : 'Confirm again'}
    </Button>
  );
}

function Receipts() {
  const { data, error } = useQuery({ queryKey: keys.receipts, queryFn: () => hosted.listReceipts({ limit: 25 }) });
  return (
    <section className="sec" aria-label="Receipts">
      <header>
        <h2>Receipts</h2>
      </header>
      <DataTable
        label="Receipts"
        columns={receiptColumns}
        rows={data?.items}
        rowKey={({ receiptId }) => receiptId}
        error={error}
        empty={<Empty title="No receipts yet">Each payment gets one.</Empty>}
      />
    </section>
  );
}

const ledgerColumns: readonly Column<Entry>[] = [
  { name: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: 'Move', className: 'main fill', cell: ({ from, to }) => `${from} to ${to}` },
  { name: 'Credits', className: 'num r', cell: ({ credits }) => credits },
  { name: 'Cause', className: 'mono hide-s', cell: ({ cause, causeId }) => `${cause} ${causeId}` },
];

function Ledger() {
  const { data, error } = useQuery({ queryKey: keys.ledger, queryFn: () => hosted.listLedger({ limit: 25 }) });
  return (
    <section className="sec" aria-label="Ledger">
      <header>
        <h2>Ledger</h2>
      </header>
      <DataTable
        label="Ledger"
        columns={ledgerColumns}
        rows={data?.items}
        rowKey={({ entryId }) => entryId}
        error={error}
        empty={<Empty title="No moves yet">Every credit that comes, waits or is spent is a line here.</Empty>}
      />
    </section>
  );
}
