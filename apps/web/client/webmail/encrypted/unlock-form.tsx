import { useState, type FormEvent } from 'react';
import { Link, useSearch } from '@tanstack/react-router';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { Icon } from '../../kit/icons.js';
import { ErrorNote, Note } from '../../kit/note.js';
import { useMailbox } from '../own-mailbox.js';
import { unlock, useOwnKeys } from './own-keys.js';
import { useAct } from './use-act.js';
import { useKeyring } from './use-keyring.js';

/** Asks for the passphrase, which goes no further than the worker. */
export function UnlockForm({ title }: { readonly title: string }) {
  const { id: accountId } = useMailbox();
  const place = useSearch({ from: '__root__' });
  const { data: keys = [] } = useOwnKeys();
  const { why } = useKeyring();
  const { busy, error, run } = useAct();
  const [file, setFile] = useState<File>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const passphrase = String(new FormData(form).get('passphrase') ?? '');
    form.reset();
    void run(() => unlock(accountId, passphrase, file));
  };
  const opensHere = keys.some((key) => key.opensHere);
  const toKeys = (
    <Link className="btn s" to="/settings/keys" search={place}>
      Encryption keys
    </Link>
  );
  return (
    <form className="stack unlock" onSubmit={submit} autoComplete="off">
      <Note title={title} action={toKeys}>
        {opensHere ? '' : 'The service has no locked key for this sign-in: choose the file of your key. '}
        The passphrase stays in this browser.
      </Note>
      {why !== '' && <Note title={why} />}
      <Field label="Passphrase" name="passphrase" type="password" autoComplete="off" isRequired />
      <div className="row wrap">
        <Button type="submit" look="primary" icon="key" busy={busy}>
          Unlock
        </Button>
        {!opensHere && (
          <label className="btn">
            <Icon name="key" />
            {file?.name ?? 'Choose key file'}
            <input
              className="vh"
              type="file"
              accept=".asc,.txt,.pgp,.gpg"
              onChange={({ target }) => setFile(target.files?.[0])}
            />
          </label>
        )}
      </div>
      {error !== null && <ErrorNote error={error} />}
    </form>
  );
}
