import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { MOST_MAILBOXES } from '../../kit/all-mailboxes.js';
import { Bar } from '../../kit/bar.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Empty } from '../../kit/empty.js';
import { LeaseClock } from '../../kit/lease-ring.js';
import { figure } from '../../kit/plural.js';
import { useSession } from '../../kit/session.js';
import { State } from '../../kit/state-badge.js';
import { LeaseForm, type Allocated } from './lease-form.js';
import { WebmailPassword } from './webmail-password.js';
import { useMailboxes, type SeenMailbox } from './use-mailboxes.js';

function Standing({ mailbox: { lease } }: { readonly mailbox: SeenMailbox }) {
  if (!lease)
    return (
      <State tone="ok" icon="inbox">
        Yours to keep
      </State>
    );
  if (lease.lease_status === 'active') return <LeaseClock endsAt={lease.expires_at} since={lease.created_at} />;
  return (
    <State tone="plain" icon="off">
      {lease.lease_status === 'released' ? 'Released' : 'Ran out'}
    </State>
  );
}

const columns: readonly Column<SeenMailbox>[] = [
  {
    name: 'Address',
    className: 'main full',
    cell: ({ id, address }) => (
      <Link className="mono" to="/mailboxes/$accountId" params={{ accountId: String(id) }}>
        {address}
      </Link>
    ),
  },
  { name: 'Purpose', className: 'fill', cell: ({ lease }) => lease?.purpose },
  { name: 'Lease', cell: (mailbox) => <Standing mailbox={mailbox} /> },
];

export function MailboxesPage() {
  const { session } = useSession();
  const { data, error } = useMailboxes();
  const [leased, setLeased] = useState<Allocated | null>(null);
  const isWallet = session?.signedIn === true && session.kind === 'wallet';
  const empty = (
    <Empty title="No mailbox yet">
      {isWallet ? 'Lease one below: its address is yours for some hours.' : 'Create one with the API or the command.'}
    </Empty>
  );
  return (
    <>
      <Bar title="Mailboxes" />
      <div className="page">
        {leased && <WebmailPassword title={`${leased.address} is yours.`} credentials={leased} />}
        <DataTable
          label="Mailboxes"
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          error={error}
          empty={empty}
        />
        {data && data.length >= MOST_MAILBOXES && (
          <p className="faint">These are your {figure(MOST_MAILBOXES)} newest mailboxes.</p>
        )}
        {isWallet && (
          <section className="sec" aria-labelledby="lease">
            <header>
              <h2 id="lease">Lease a mailbox</h2>
            </header>
            <div className="card pad">
              <LeaseForm onLeased={setLeased} />
            </div>
          </section>
        )}
      </div>
    </>
  );
}
