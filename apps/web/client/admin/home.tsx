import { Outlet } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { timeLeft } from '../kit/lease-ring.js';
import { useSession } from '../kit/session.js';
import { Shell, type Place } from '../kit/shell.js';
import { useNow } from '../kit/use-now.js';
import { useFind } from './find.js';
import { admin, keys } from './api.js';
import { figure } from '../kit/plural.js';

/** The frame around every page of the operator. */
export function Home() {
  const { signOut } = useSession();
  return (
    <Shell
      name="Mailroom operator"
      look="admin"
      places={usePlaces()}
      find={useFind()}
      who={<Operator />}
      onSignOut={signOut}
    >
      <Outlet />
    </Shell>
  );
}

/** How an installation does changes by itself, so it is asked for again. */
export const useOverview = () =>
  useQuery({ queryKey: keys.overview, queryFn: () => admin.getOverview(), refetchInterval: 15_000 });

const waits = (count: number | undefined) => (count ? { hot: true, count: figure(count) } : {});

function usePlaces(): Place[] {
  const waiting = useOverview().data?.waiting;
  return [
    { to: '/', label: 'Overview', icon: 'tasks', letter: 'o' },
    { to: '/tenants', label: 'Tenants', icon: 'person', letter: 't' },
    { to: '/jobs', label: 'Jobs', icon: 'send', letter: 'j', ...waits(waiting?.jobs.count) },
    { to: '/webhooks', label: 'Webhooks', icon: 'webhook', letter: 'w', ...waits(waiting?.webhooksFailing.count) },
    { to: '/events', label: 'Events', icon: 'alert', letter: 'e', ...waits(waiting?.poisonEvents.count) },
    { to: '/mailboxes', label: 'Mailboxes', icon: 'inbox', letter: 'm' },
    { to: '/risk', label: 'Risk', icon: 'shield', letter: 'r' },
    { to: '/receipts', label: 'Receipts', icon: 'billing', letter: 'b' },
    { to: '/ledger', label: 'Ledger', icon: 'copy', letter: 'l' },
    { to: '/audit', label: 'Audit', icon: 'draft', letter: 'a' },
  ];
}

function Operator() {
  const { session } = useSession();
  const now = useNow(30_000);
  return (
    <>
      <span className="avatar" aria-hidden="true">
        O
      </span>
      <div className="cut">
        <span className="strong">Operator session</span>
        <br />
        {session?.signedIn && `${timeLeft(Date.parse(session.expiresAt) - now)} left`}
      </div>
    </>
  );
}
