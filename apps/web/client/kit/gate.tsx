import type { ReactNode } from 'react';
import { Brand } from './brand.js';
import { usePageTitle } from './page-title.js';
import { SessionEnded } from './session-ended.js';

type GateProps = {
  readonly name: string;
  readonly title: string;
  /** What the tab says. */
  readonly tab?: string;
  readonly children: ReactNode;
};

/** The page of a person who is not signed in. */
export function Gate({ name, title, tab = 'Sign in', children }: GateProps) {
  usePageTitle(tab);
  return (
    <div className="gate solo">
      <main id="main">
        <div className="stack loose">
          <div className="stack">
            <Brand name={name} />
            <h1>{title}</h1>
          </div>
          <SessionEnded />
          {children}
        </div>
      </main>
    </div>
  );
}
