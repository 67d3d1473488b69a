import { Button } from '../../kit/button.js';
import { ErrorNote } from '../../kit/note.js';
import { api } from '../api.js';
import { keepFile } from './keep-file.js';
import type { OwnKey } from './own-keys.js';
import { useAct } from './use-act.js';

/** Downloads a key: the public part for others, and the locked private part as a backup. */
export function SaveKey({ ownKey: { id, accountId, fingerprint, publicKey, opensHere } }: { readonly ownKey: OwnKey }) {
  const { busy, error, run } = useAct();
  const name = fingerprint.slice(-16).toUpperCase();
  const backup = () =>
    run(async () => {
      const { items } = await api.listKeys({ accountId });
      const locked = items.find((key) => key.id === id)?.lockedPrivateKey ?? '';
      if (locked === '') throw new Error('Sign in with the password of the mailbox to download its key.');
      keepFile(`mailroom-${name}-private.asc`, locked);
    });
  return (
    <>
      <Button size="s" onPress={() => keepFile(`mailroom-${name}-public.asc`, publicKey)}>
        Download public key
      </Button>
      {opensHere && (
        <Button size="s" busy={busy} onPress={() => void backup()}>
          Download backup
        </Button>
      )}
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}
