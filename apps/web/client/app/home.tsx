import { Outlet, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Destination } from '../kit/commands.js';
import { PlaceLink, Shell, type Place } from '../kit/shell.js';
import { useSession } from '../kit/session.js';
import { figure, plural } from '../kit/plural.js';
import { UndoPlace } from '../kit/undo.js';
import { hosted, keys } from './api.js';
import { isActive, useMailboxes } from './mailboxes/use-mailboxes.js';
import { MAX_MAILBOXES, useTaskCounts } from './tasks/use-tasks.js';
import { Who } from './who.js';

const SHOWN = 12;

/** The frame around every page of somebody who is signed in. */
export function Home() {
  const { signOut } = useSession();
  return (
    <Shell
      name="Mailroom"
      places={usePlaces()}
      destinations={useDestinations()}
      more={<MailboxLinks />}
      who={<Who />}
      onSignOut={signOut}
    >
      <UndoPlace>
        <Outlet />
      </UndoPlace>
    </Shell>
  );
}

/** Each of the person's mailboxes, and its tasks. */
function useDestinations(): Destination[] {
  const navigate = useNavigate();
  const { data: mailboxes = [] } = useMailboxes();
  return mailboxes.flatMap(({ id, address }): Destination[] => [
    {
      key: address,
      name: address,
      about: 'Mailbox',
      icon: 'inbox',
      run: () => navigate({ to: '/mailboxes/$accountId', params: { accountId: String(id) } }),
    },
    {
      key: `tasks ${address}`,
      name: `Tasks of ${address}`,
      about: 'Tasks',
      icon: 'tasks',
      run: () => navigate({ to: '/tasks', search: { mailbox: id } }),
    },
  ]);
}

function usePlaces(): Place[] {
  const { data: mailboxes } = useMailboxes();
  const active = mailboxes?.filter(isActive) ?? [];
  const needed = useTaskCounts(active.slice(0, MAX_MAILBOXES).map(({ id }) => id))?.needsHuman ?? 0;
  const { data: account } = useQuery({ queryKey: keys.account, queryFn: () => hosted.getBillingAccount() });
  return [
    {
      to: '/tasks',
      label: 'Tasks',
      icon: 'tasks',
      letter: 't',
      hot: needed > 0,
      count: needed > 0 ? `${needed} ${plural(needed, 'needs', 'need')} you` : undefined,
    },
    { to: '/mailboxes', label: 'Mailboxes', icon: 'inbox', letter: 'm' },
    { to: '/send', label: 'Send', icon: 'send', letter: 's' },
    { to: '/webhooks', label: 'Webhooks', icon: 'webhook', letter: 'w' },
    {
      to: '/billing',
      label: 'Billing',
      icon: 'billing',
      letter: 'b',
      count: account && figure(account.availableCredits),
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
