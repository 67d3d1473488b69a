import { Outlet } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { PlaceLink, Shell, type Place } from '../kit/shell.js';
import { useSession } from '../kit/session.js';
import { hosted, keys } from './api.js';
import { isActive, useMailboxes } from './mailboxes/use-mailboxes.js';
import { useTaskStats } from './tasks/use-tasks.js';
import { Who } from './who.js';

const SHOWN = 12;

/** The frame around every page of somebody who is signed in. */
export function Home() {
  const { signOut } = useSession();
  return (
    <Shell name="Mailroom" places={usePlaces()} more={<MailboxLinks />} who={<Who />} onSignOut={() => void signOut()}>
      <Outlet />
    </Shell>
  );
}

function usePlaces(): Place[] {
  const { data: mailboxes } = useMailboxes();
  const { data: stats } = useTaskStats(mailboxes?.find(isActive)?.id);
  const { data: account } = useQuery({ queryKey: keys.account, queryFn: () => hosted.getBillingAccount() });
  const needed = stats?.byStatus['needs_human']?.total ?? 0;
  return [
    {
      to: '/tasks',
      label: 'Tasks',
      icon: 'tasks',
      hot: needed > 0,
      count: needed > 0 ? `${needed} need you` : undefined,
    },
    { to: '/mailboxes', label: 'Mailboxes', icon: 'inbox' },
    { to: '/send', label: 'Send', icon: 'send' },
    { to: '/webhooks', label: 'Webhooks', icon: 'webhook' },
    {
      to: '/billing',
      label: 'Billing',
      icon: 'billing',
      count: account && account.availableCredits.toLocaleString('en-GB'),
    },
  ];
}

function MailboxLinks() {
  const { data = [] } = useMailboxes();
  const shown = data.filter(isActive).slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <nav className="nav" aria-label="Mailboxes">
      <h2>Mailboxes</h2>
      {shown.map(({ id, address, lease }) => (
        <PlaceLink
          key={id}
          place={{
            to: `/mailboxes/${id}`,
            label: address.split('@')[0] ?? address,
            icon: lease ? 'wait' : 'inbox',
          }}
        />
      ))}
    </nav>
  );
}
