import type { MouseEvent, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Brand } from './brand.js';
import { Button } from './button.js';
import { Icon, type IconName } from './icons.js';

/** A place one can go to, with what waits there. */
export type Place = {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly count?: string | undefined;
  /** Something there waits for a person. */
  readonly hot?: boolean;
};

type ShellProps = {
  readonly name: string;
  readonly places: readonly Place[];
  /** Below the places on a desktop, such as the mailboxes. */
  readonly more?: ReactNode;
  /** Who is signed in. */
  readonly who: ReactNode;
  readonly onSignOut: () => void;
  /** `admin`: the sidebar is dark in both themes. */
  readonly look?: 'admin';
  readonly children: ReactNode;
};

/** A sidebar and one sheet of paper; on a phone a bar above and tabs below. */
export function Shell({ name, places, more, who, onSignOut, look, children }: ShellProps) {
  return (
    <div className={look}>
      <a className="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <header className="topbar">
        <Brand name={name} />
        <span className="end" />
        <Button look="ghost" icon="leave" aria-label="Sign out" onPress={onSignOut} />
      </header>
      <div className="shell">
        <aside className="side">
          <Brand name={name} />
          <nav className="nav" aria-label="Main">
            {places.map((place) => (
              <PlaceLink key={place.to} place={place} />
            ))}
          </nav>
          {more}
          <div className="foot">
            <div className="who">{who}</div>
            <Button look="ghost" icon="leave" onPress={onSignOut}>
              Sign out
            </Button>
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
            {place.hot && place.count !== undefined && <span className="pip">{Number.parseInt(place.count, 10)}</span>}
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** The page has a base, so the address of its own part would be that of another page. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
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
