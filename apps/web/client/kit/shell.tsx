import type { ReactNode } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { AccountMenu, themeDestinations } from './account-menu.js';
import { Brand } from './brand.js';
import { Button } from './button.js';
import { PaletteButton, useCommands, type Destination, type Find } from './commands.js';
import { useHotkeys } from './hotkeys.js';
import { Icon, type IconName } from './icons.js';
import { stepInList } from './roving.js';
import { SkipLink } from './skip-link.js';

/** A place one can go to, with what waits there. */
export type Place = {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly count?: string | undefined;
  /** Something there waits for a person. */
  readonly hot?: boolean;
  /** The key that goes there after `g`. */
  readonly letter?: string;
};

type ShellProps = {
  readonly name: string;
  readonly places: readonly Place[];
  /** Where else the palette goes, beside the places. */
  readonly destinations?: readonly Destination[];
  readonly find?: Find;
  /** Below the places on a desktop, such as the mailboxes. */
  readonly more?: ReactNode;
  /** Who is signed in. */
  readonly who: ReactNode;
  readonly onSignOut: () => Promise<unknown>;
  /** `admin`: the sidebar is dark in both themes. */
  readonly look?: 'admin';
  readonly children: ReactNode;
};

/** Keys and palette of an interface whose pages are these places. */
function useShell({ places, destinations = [], find, onSignOut }: ShellProps) {
  const navigate = useNavigate();
  const go = (to: string) => void navigate({ to });
  const lettered = places.flatMap(({ letter, ...place }) => (letter === undefined ? [] : [{ letter, ...place }]));
  useHotkeys(
    {
      j: () => stepInList(1),
      k: () => stepInList(-1),
      ...Object.fromEntries(lettered.map(({ letter, to }) => [`g ${letter}`, () => go(to)])),
    },
    Object.fromEntries(lettered.map(({ letter, label }) => [`g ${letter}`, `Go to ${label.toLowerCase()}`])),
  );
  const pages = places.map(({ to, label, icon }) => ({ key: to, name: label, about: 'Page', icon, run: () => go(to) }));
  const signOut = { key: 'sign out', name: 'Sign out', about: 'Account', icon: 'leave' as const, run: onSignOut };
  return useCommands([...pages, ...destinations, ...themeDestinations, signOut], find);
}

/** A sidebar and one sheet of paper; on a phone a bar above and tabs below. */
export function Shell(props: ShellProps) {
  const { name, places, more, who, onSignOut, look, children } = props;
  const { openPalette, openKeys, dialogs } = useShell(props);
  const account = { onKeys: openKeys, onSignOut };
  return (
    <div className={look}>
      <SkipLink />
      <header className="topbar">
        <Brand name={name} />
        <span className="end" />
        <Button look="ghost" icon="search" aria-label="Go to anything" onPress={openPalette} />
        <AccountMenu {...account} />
      </header>
      <div className="shell">
        <aside className="side">
          <Brand name={name} />
          <PaletteButton onOpen={openPalette} />
          <nav className="nav" aria-label="Main">
            {places.map((place) => (
              <PlaceLink key={place.to} place={place} />
            ))}
          </nav>
          {more}
          <div className="foot">
            <AccountMenu {...account} who={who} />
          </div>
        </aside>
        <main className="sheet" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <nav className="tabs-bottom" aria-label="Places">
        {places.map((place) => (
          <Link key={place.to} to={place.to}>
            <Icon name={place.icon} />
            {place.label}
            {place.hot && place.count !== undefined && <span className="pip">{place.count.split(' ')[0]}</span>}
          </Link>
        ))}
      </nav>
      {dialogs}
    </div>
  );
}

export function PlaceLink({ place: { to, label, icon, count, hot = false } }: { readonly place: Place }) {
  return (
    <Link to={to}>
      <Icon name={icon} />
      <span className="cut">{label}</span>
      {count !== undefined && <span className={hot ? 'count hot' : 'count'}>{count}</span>}
    </Link>
  );
}
