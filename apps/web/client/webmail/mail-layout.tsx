import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { AccountMenu } from '../kit/account-menu.js';
import { Button } from '../kit/button.js';
import { useHotkeys } from '../kit/hotkeys.js';
import { useSession } from '../kit/session.js';
import { SkipLink } from '../kit/skip-link.js';
import { UndoPlace } from '../kit/undo.js';
import { useArrivals } from './arrivals.js';
import { keyring } from './encrypted/keyring.js';
import { FolderNav, FolderTabs } from './folder-nav.js';
import { ListPane } from './list/list-pane.js';
import { useMailCommands } from './mail-commands.js';
import { useFocusBack } from './use-focus-back.js';

/** Folders, a list, and what is open; a phone shows one of them at a time. */
export function MailLayout() {
  const place = useSearch({ from: '__root__' });
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useFocusBack(pathname);
  const arrivals = useArrivals();
  const commands = useMailCommands(place);
  const { signOut } = useSession();
  // Whoever signs out or goes to another mailbox takes the keys along.
  useEffect(() => () => keyring.lock(), []);
  useHotkeys({
    c: () => void navigate({ to: '/write', search: place }),
    '/': () => document.querySelector<HTMLInputElement>('#search')?.focus(),
    Escape: () => void navigate({ to: '/', search: place }),
  });
  return (
    <UndoPlace>
      <SkipLink />
      <div className={pathname === '/' ? 'mail on-list' : 'mail on-message'}>
        <FolderNav place={place} commands={commands} />
        <ListPane key={JSON.stringify(place)} place={place} arrivals={arrivals}>
          <span className="row only-s">
            <Button look="ghost" icon="more" aria-label="Go to anything" onPress={commands.openPalette} />
            <AccountMenu
              onKeys={commands.openKeys}
              onEncryption={() => void navigate({ to: '/settings/keys', search: place })}
              onSignOut={signOut}
            />
          </span>
        </ListPane>
        <main className="reader" id="main" tabIndex={-1} aria-label="Message">
          <Outlet />
        </main>
      </div>
      {pathname === '/' && <FolderTabs place={place} />}
      {commands.dialogs}
    </UndoPlace>
  );
}
