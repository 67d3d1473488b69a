import type { ReactNode } from 'react';

type BarProps = { readonly title: ReactNode; readonly beside?: ReactNode; readonly children?: ReactNode };

/** The head of a page: its name, what belongs to it, and what can be done with it at the end. */
export function Bar({ title, beside, children }: BarProps) {
  return (
    <header className="bar">
      <h1 className="cut">{title}</h1>
      {beside}
      {children !== undefined && <span className="end row">{children}</span>}
    </header>
  );
}
