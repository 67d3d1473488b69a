import { createContext, use, useState, type ReactNode } from 'react';
import type { Mailbox } from '@mailroom/client';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../kit/button.js';
import { Empty, SkeletonRows } from '../kit/empty.js';
import { Gate } from '../kit/gate.js';
import { ErrorNote } from '../kit/note.js';
import { api } from './api.js';

const OwnMailbox = createContext<Mailbox | null>(null);
/** Kept for this tab, so that a reload stays in the mailbox. */
const CHOSEN = 'mailroom.mailbox';

/** The mailbox that is read. */
export function useMailbox(): Mailbox {
  const mailbox = use(OwnMailbox);
  if (!mailbox) throw new Error('No mailbox is open.');
  return mailbox;
}

/** Opens the mailbox of the session; whoever may read several says which. */
export function MailboxGate({ children }: { readonly children: ReactNode }) {
  const { data, error } = useQuery({ queryKey: ['mailboxes'], queryFn: () => api.getMe() });
  const [chosen, setChosen] = useState(() => Number(sessionStorage.getItem(CHOSEN) ?? 0));
  if (error) return <ErrorNote error={error} />;
  if (!data) return <SkeletonRows />;
  const { mailboxes } = data;
  const open = mailboxes.length === 1 ? mailboxes[0] : mailboxes.find(({ id }) => id === chosen);
  if (open) return <OwnMailbox value={open}>{children}</OwnMailbox>;
  const choose = (id: number) => {
    sessionStorage.setItem(CHOSEN, String(id));
    setChosen(id);
  };
  return (
    <Gate name="Mailroom webmail" title="Choose a mailbox">
      {mailboxes.length === 0 && <Empty title="There is no mailbox yet">Lease one in the app; it opens here.</Empty>}
      <div className="stack">
        {mailboxes.map(({ id, email }) => (
          <Button key={id} size="l" block onPress={() => choose(id)}>
            {email}
          </Button>
        ))}
      </div>
    </Gate>
  );
}
