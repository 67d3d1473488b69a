import { useState } from 'react';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { api } from '../api.js';
import { grouped } from './grouped.js';
import { useAct } from './use-act.js';

type Found = Awaited<ReturnType<typeof api.findKeys>>['keys'];
type ChangedKeyProps = { readonly address: string; readonly onAccepted: () => void };

/** Shows both keys of an address whose key is another than before, and accepts the new one if somebody says so. */
export function ChangedKey({ address, onAccepted }: ChangedKeyProps) {
  const [keys, setKeys] = useState<Found | null>(null);
  const { busy, error, run } = useAct();
  const compare = () => run(async () => setKeys((await api.findKeys({ address })).keys));
  const fresh = keys?.find(({ changed }) => changed);
  const accept = () =>
    run(async () => {
      if (!fresh) return;
      await api.pinKey({ address, fingerprint: fresh.fingerprint });
      setKeys(null);
      onAccepted();
    });
  const action = fresh && (
    <Button look="danger fill" busy={busy} onPress={() => void accept()}>
      Accept the new key
    </Button>
  );
  const button = (
    <Button size="s" busy={busy} onPress={() => void compare()}>
      Compare the keys
    </Button>
  );
  return (
    <>
      <Note kind="warn" title={`Another key than before is published for ${address}.`} action={button}>
        What you write is for the key before, until you accept the new one.
      </Note>
      {keys && (
        <Dialog
          title="Is this their new key?"
          about={`Ask ${address} in another way than by mail, and compare. Somebody who has taken the domain has another key too.`}
          keep="Keep the key before"
          onClose={() => setKeys(null)}
          action={action}
        >
          <dl className="stack">
            {keys.map(({ fingerprint, changed }) => (
              <div key={fingerprint}>
                <dt className="dim">{changed ? 'New key' : 'Key before'}</dt>
                <dd className="mono wrap-anywhere">{grouped(fingerprint)}</dd>
              </div>
            ))}
          </dl>
          {error !== null && <ErrorNote error={error} />}
        </Dialog>
      )}
    </>
  );
}
