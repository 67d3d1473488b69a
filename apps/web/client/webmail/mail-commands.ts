import { useNavigate } from '@tanstack/react-router';
import { themeDestinations } from '../kit/account-menu.js';
import { useCommands, type Commands, type Destination } from '../kit/commands.js';
import { useSession } from '../kit/session.js';
import { folders, type Place } from './api.js';
import { useLabels } from './folder-nav.js';
import { useMailboxes } from './own-mailbox.js';

/** The palette of the mailbox: its folders and labels, the person's other mailboxes, a search for what was typed. */
export function useMailCommands(place: Place): Commands {
  const navigate = useNavigate();
  const { signOut } = useSession();
  const { others, choose } = useMailboxes();
  const labels = useLabels(place);
  const destinations: readonly Destination[] = [
    {
      key: 'write',
      name: 'Write',
      about: 'Action',
      icon: 'write',
      run: () => navigate({ to: '/write', search: place }),
    },
    ...folders.map(({ id, name, icon }) => ({
      key: id,
      name,
      about: 'Folder',
      icon,
      run: () => navigate({ to: '/', search: id === 'inbox' ? {} : { in: id } }),
    })),
    ...labels.map((label) => ({
      key: `label ${label}`,
      name: label,
      about: 'Label',
      icon: 'label' as const,
      run: () => navigate({ to: '/', search: { label } }),
    })),
    ...others.map(({ id, email }) => ({
      key: email,
      name: email,
      about: 'Mailbox',
      icon: 'inbox' as const,
      // What is open lies in the mailbox that is left.
      run: () => navigate({ to: '/' }).then(() => choose(id)),
    })),
    {
      key: 'encrypted',
      name: 'Write encrypted',
      about: 'Action',
      icon: 'write',
      run: () => navigate({ to: '/write/encrypted', search: place }),
    },
    {
      key: 'encryption keys',
      name: 'Encryption keys',
      about: 'Settings',
      icon: 'key',
      run: () => navigate({ to: '/settings/keys', search: place }),
    },
    ...themeDestinations,
    { key: 'sign out', name: 'Sign out', about: 'Account', icon: 'leave', run: signOut },
  ];
  const search = async (q: string): Promise<readonly Destination[]> => [
    { key: 'search', name: `Search mail for “${q}”`, icon: 'search', run: () => navigate({ to: '/', search: { q } }) },
  ];
  return useCommands(destinations, search);
}
