import type { ReactNode } from 'react';
import { MailroomError } from '@mailroom/client';
import { faultsOf, inWords } from './faults.js';
import { Icon, type IconName } from './icons.js';
import { whatToDo } from './what-to-do.js';

type Kind = 'plain' | 'info' | 'warn' | 'bad' | 'ok';

const icons: Readonly<Record<Kind, IconName>> = {
  plain: 'info',
  info: 'info',
  warn: 'alert',
  bad: 'alert',
  ok: 'check',
};

type NoteProps = {
  readonly kind?: Kind;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
};

/** Something to know before going on; one that reports a failure is read out at once. */
export function Note({ kind = 'plain', title, children, action }: NoteProps) {
  return (
    <div className={kind === 'plain' ? 'note' : `note ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      <Icon name={icons[kind]} />
      <div className="grow">
        <b>{title}</b> {children}
      </div>
      {action !== undefined && <span className="end">{action}</span>}
    </div>
  );
}

type ErrorNoteProps = {
  readonly error: unknown;
  /** What did not happen, where that is not plain; why is said after it. */
  readonly what?: string;
  readonly action?: ReactNode;
};

/** What failed, what the person can do, and the id by which the operator finds it. */
export function ErrorNote({ error, what, action }: ErrorNoteProps) {
  const failed = error instanceof MailroomError ? error : null;
  const faults = faultsOf(error).map((fault) => inWords(fault));
  const message = error instanceof Error ? error.message : String(error);
  const said = faults.length > 0 ? faults.join(' ') : message;
  return (
    <Note kind="bad" title={what ?? said} action={action}>
      {what !== undefined && `${said} `}
      {failed && whatToDo(failed)}{' '}
      {failed?.details.requestId && <span className="mono faint">{failed.details.requestId}</span>}
    </Note>
  );
}
