import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.js';

type EmptyProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** A command that makes the first of what will be here. */
  readonly command?: string;
  /** What is copied where it is no command. */
  readonly what?: string;
};

/** What will be here, and the next step. */
export function Empty({ title, children, action, command, what = 'command' }: EmptyProps) {
  return (
    <div className="empty">
      <h3>{title}</h3>
      <p>{children}</p>
      {command !== undefined && (
        <div className="cmd">
          <code className="grow cut">{command}</code>
          <CopyButton text={command} what={what} />
        </div>
      )}
      {action}
    </div>
  );
}

/** Stands in the shape of rows that are on their way. */
export function SkeletonRows({ count = 8 }: { readonly count?: number }) {
  return (
    <div className="sks" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, at) => (
        <div className="skrow" key={at}>
          <span className="sk c" />
          <span className="sk w2" />
          <span className={at % 2 === 0 ? 'sk w4' : 'sk w3'} />
        </div>
      ))}
    </div>
  );
}
