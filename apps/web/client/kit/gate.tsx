import type { ReactNode } from 'react';
import { Brand } from './brand.js';
import { SessionEnded } from './session-ended.js';

type GateProps = { readonly name: string; readonly title: string; readonly children: ReactNode };

/** The page of a person who is not signed in. */
export function Gate({ name, title, children }: GateProps) {
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
