import { useRef, type FormEvent } from 'react';
import { Link, useSearch } from '@tanstack/react-router';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { useMailbox } from '../own-mailbox.js';
import { ownerKeyOf, unlock, useOwnKeys } from './own-keys.js';
import { useAct } from './use-act.js';
import { useKeyring } from './use-keyring.js';

/** Asks for the passphrase, which goes no further than the worker. */
export function UnlockForm({ title }: { readonly title: string }) {
  const { id: accountId } = useMailbox();
  const place = useSearch({ from: '__root__' });
  const { data: keys = [] } = useOwnKeys();
  const { why } = useKeyring();
  const { busy, error, run } = useAct();
  const chosen = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const passphrase = String(new FormData(form).get('passphrase') ?? '');
    const file = chosen.current?.files?.[0];
    form.reset();
    void run(() => unlock(accountId, passphrase, file));
  };
  const owner = ownerKeyOf(keys);
  const toKeys = (
    <Link className="btn s" to="/settings/keys" search={place}>
      Encryption keys
    </Link>
  );
  return (
    <form className="stack unlock" onSubmit={submit} autoComplete="off">
      <Note title={title} action={toKeys}>
        {owner ? 'The passphrase stays in this browser.' : 'This mailbox has no key of its owner at the service.'}
      </Note>
      {why !== '' && <Note title={why} />}
      <Field label="Passphrase" name="passphrase" type="password" autoComplete="off" isRequired />
      <div className="row wrap">
        <Button type="submit" look="primary" icon="key" busy={busy}>
          Unlock
        </Button>
        <label className="field grow">
          <span className="hint">Key file, if the service does not have your key</span>
          <input ref={chosen} className="input" type="file" accept=".asc,.txt,.pgp,.gpg" />
        </label>
      </div>
      {error !== null && <ErrorNote error={error} />}
    </form>
  );
}
