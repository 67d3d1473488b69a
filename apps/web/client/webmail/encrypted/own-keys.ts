import { useQuery } from '@tanstack/react-query';
import { api } from '../api.js';
import { useMailbox } from '../own-mailbox.js';
import { keyring } from './keyring.js';

type Listed = Awaited<ReturnType<typeof api.listKeys>>['items'][number];

/** A key of the mailbox without its private part. */
export type OwnKey = Omit<Listed, 'lockedPrivateKey'> & {
  /** Whether the service shows its locked private part to this session. */
  readonly opensHere: boolean;
};

/** The keys of the mailbox. Private parts are no part of this, since answers are kept in a cache. */
export function useOwnKeys() {
  const { id: accountId } = useMailbox();
  return useQuery({
    queryKey: ['keys', accountId],
    queryFn: async (): Promise<readonly OwnKey[]> => {
      const { items } = await api.listKeys({ accountId });
      return items.map(({ lockedPrivateKey, ...key }) => ({ ...key, opensHere: lockedPrivateKey !== '' }));
    },
  });
}

export const ownerKeyOf = (keys: readonly OwnKey[]) =>
  keys.find(({ kind, replacedAt }) => kind === 'owner' && replacedAt === null);

/** The locked private keys that the service has and shows to this session. */
async function lockedKeys(accountId: number): Promise<readonly string[]> {
  const { items } = await api.listKeys({ accountId });
  return items.flatMap(({ kind, lockedPrivateKey }) =>
    kind === 'owner' && lockedPrivateKey ? [lockedPrivateKey] : [],
  );
}

const NOT_SHOWN =
  'The service shows a locked key only to who signed in with the password of the mailbox. Choose your key file, or sign in with the password.';

/** Opens the keys of a mailbox, or that of a file. @throws Error */
export async function unlock(accountId: number, passphrase: string, file: File | undefined): Promise<void> {
  const locked = file ? [await file.text()] : await lockedKeys(accountId);
  if (locked.length === 0) throw new Error(NOT_SHOWN);
  await keyring.open(locked, passphrase);
}
