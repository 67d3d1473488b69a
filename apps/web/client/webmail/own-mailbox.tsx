import { createContext, use, useState, type ReactNode } from 'react';
import type { Mailbox } from '@mailroom/client';
import { useQuery } from '@tanstack/react-query';
import { allMailboxes } from '../kit/all-mailboxes.js';
import { Button } from '../kit/button.js';
import { Empty, SkeletonRows } from '../kit/empty.js';
import { failureOf } from '../kit/failure.js';
import { Gate } from '../kit/gate.js';
import { ErrorNote } from '../kit/note.js';
import { api } from './api.js';
import { arrival } from './arrival.js';
import { useFromApp } from './use-from-app.js';

type Opened = { readonly mailbox: Mailbox; readonly others: readonly Mailbox[]; readonly choose: (id: number) => void };

const OwnMailbox = createContext<Opened | null>(null);
/** Kept for this tab, so that a reload stays in the mailbox. */
const CHOSEN = 'mailroom.mailbox';

/** The mailbox that is read. */
export const useMailbox = (): Mailbox => useMailboxes().mailbox;

/** The mailbox that is read, and the others that the person may read. */
export function useMailboxes(): Opened {
  const opened = use(OwnMailbox);
  if (!opened) throw new Error('No mailbox is open.');
  return opened;
}

/** Whoever may only send gets no list, and sees here which mailbox that is. */
async function readMailboxes(): Promise<readonly Mailbox[]> {
  const { mailboxes, hasMoreMailboxes } = await api.getMe();
  return hasMoreMailboxes ? allMailboxes((query) => api.listMailboxes(query)) : mailboxes;
}

/** Opens the mailbox of the session; whoever may read several says which. */
export function MailboxGate({ children }: { readonly children: ReactNode }) {
  const asked = useQuery({ queryKey: ['mailboxes'], queryFn: readMailboxes });
  const { data: mailboxes } = asked;
  const [chosen, setChosen] = useState(() => arrival.mailbox ?? Number(sessionStorage.getItem(CHOSEN) ?? 0));
  const isElsewhere = arrival.mailbox !== undefined && mailboxes?.some(({ id }) => id === arrival.mailbox) === false;
  const isOnTheWay = useFromApp(isElsewhere);
  const failure = failureOf(asked);
  if (failure) return <ErrorNote error={failure} />;
  if (!mailboxes || isOnTheWay) return <SkeletonRows />;
  const open = mailboxes.length === 1 ? mailboxes[0] : mailboxes.find(({ id }) => id === chosen);
  const choose = (id: number) => {
    sessionStorage.setItem(CHOSEN, String(id));
    setChosen(id);
  };
  if (open) {
    const others = mailboxes.filter(({ id }) => id !== open.id);
    return (
      <OwnMailbox key={open.id} value={{ mailbox: open, others, choose }}>
        {children}
      </OwnMailbox>
    );
  }
  return (
    <Gate name="Mailroom webmail" title="Choose a mailbox" tab="Choose a mailbox">
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
