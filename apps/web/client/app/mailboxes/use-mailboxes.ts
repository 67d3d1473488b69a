import type { Mailbox, WalletAnswer } from '@mailroom/client';
import { useQuery } from '@tanstack/react-query';
import { allMailboxes } from '../../kit/all-mailboxes.js';
import { useSession } from '../../kit/session.js';
import { keys, mail, wallet } from '../api.js';

export type Lease = WalletAnswer<'listLeases'>['items'][number];

/** A mailbox that the person sees, with its lease where it has one. */
export type SeenMailbox = { readonly id: number; readonly address: string; readonly lease?: Lease };

function joined(mailboxes: readonly Mailbox[], leases: readonly Lease[]): SeenMailbox[] {
  const known = new Map(leases.map((lease) => [lease.account_id, lease]));
  const seen = mailboxes.map(({ id, email }) => {
    const lease = known.get(id);
    known.delete(id);
    return { id, address: email, ...(lease && { lease }) };
  });
  const ended = [...known.values()].map((lease) => ({ id: lease.account_id, address: lease.address, lease }));
  return [...seen, ...ended];
}

/** Who is signed in. */
export function useMe() {
  return useQuery({ queryKey: keys.me, queryFn: () => mail.getMe(), staleTime: 60_000 });
}

/** The mailboxes; leases belong to a wallet, so only its session asks for them. */
export function useMailboxes() {
  const { session } = useSession();
  const isWallet = session?.signedIn === true && session.kind === 'wallet';
  return useQuery({
    queryKey: keys.mailboxes,
    queryFn: async () => {
      const [mailboxes, leases] = await Promise.all([
        allMailboxes((query) => mail.listMailboxes(query)),
        isWallet ? wallet.listLeases({ limit: 50 }) : { items: [] },
      ]);
      return joined(mailboxes, leases.items);
    },
  });
}

export const isActive = ({ lease }: SeenMailbox) => lease === undefined || lease.lease_status === 'active';
