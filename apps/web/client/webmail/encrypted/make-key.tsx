import { useState, type FormEvent } from 'react';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { api } from '../api.js';
import { useMailbox } from '../own-mailbox.js';
import { keyring } from './keyring.js';
import type { OwnKey } from './own-keys.js';
import { useAct } from './use-act.js';

/** Five words of a list of thousands have more. */
const MIN_CHARACTERS = 16;

type MakeKeyProps = { readonly owner: OwnKey | undefined; readonly onMade: () => Promise<unknown> };

/** Makes the owner's key in this browser; only its locked form leaves it. */
export function MakeKey({ owner, onMade }: MakeKeyProps) {
  const { id: accountId, email, name } = useMailbox();
  const [isAsked, setAsked] = useState(false);
  const [isMade, setMade] = useState(false);
  const { busy, error, run } = useAct();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const said = new FormData(form);
    const passphrase = String(said.get('passphrase') ?? '');
    const again = String(said.get('again') ?? '');
    void run(async () => {
      if (passphrase.length < MIN_CHARACTERS)
        throw new Error(`Use at least ${MIN_CHARACTERS} characters: five random words are good, and easy to type.`);
      if (passphrase !== again) throw new Error('The two passphrases are not the same.');
      const { publicKey, lockedPrivateKey } = await keyring.call('make', { name, address: email, passphrase });
      await api.registerKey({ accountId, kind: 'owner', publicKey, lockedPrivateKey });
      form.reset();
      await keyring.open([lockedPrivateKey], passphrase);
      setAsked(false);
      setMade(true);
      await onMade();
    });
  };
  if (isMade)
    return (
      <Note kind="ok" title="Your key is made, and others can find it.">
        Download its backup below, and keep it apart from the passphrase.
      </Note>
    );
  if (owner && !isAsked)
    return (
      <div>
        <Button icon="key" onPress={() => setAsked(true)}>
          Make a new key
        </Button>
      </div>
    );
  return <KeyForm owner={owner} busy={busy} error={error} onSubmit={submit} onKeep={() => setAsked(false)} />;
}

type KeyFormProps = {
  readonly owner: OwnKey | undefined;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onKeep: () => void;
};

function KeyForm({ owner, busy, error, onSubmit, onKeep }: KeyFormProps) {
  return (
    <form className="stack" onSubmit={onSubmit} autoComplete="off" aria-label="Make a key">
      {owner && <Note title="The new key takes the place of yours.">The one before stays here for older mail.</Note>}
      <Field
        label="Passphrase"
        name="passphrase"
        type="password"
        autoComplete="off"
        hint="Several random words. It never leaves this browser."
        isRequired
      />
      <Field label="Passphrase once more" name="again" type="password" autoComplete="off" isRequired />
      {error !== null && <ErrorNote error={error} />}
      <div className="row">
        <Button type="submit" look="primary" icon="key" busy={busy}>
          Make a key
        </Button>
        {owner && (
          <Button look="ghost" onPress={onKeep}>
            Keep the key
          </Button>
        )}
      </div>
    </form>
  );
}
