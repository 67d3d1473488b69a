import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.js';

type BarProps = {
  readonly title: string;
  /** The title is an address. */
  readonly mono?: boolean;
  /** How many of what the page shows wait for a person. */
  readonly waiting?: number | undefined;
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
};

/** The head of a page: its name, what belongs to it, and what can be done with it at the end. */
export function Bar({ title, mono = false, waiting, beside, children }: BarProps) {
  usePageTitle(title, waiting);
  return (
    <header className="bar">
      <h1 className="cut">{mono ? <span className="mono">{title}</span> : title}</h1>
      {beside}
      {children !== undefined && <span className="end row">{children}</span>}
    </header>
  );
}
