import { useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../../kit/confirm.js';
import { SkeletonRows } from '../../kit/empty.js';
import { failureOf } from '../../kit/failure.js';
import { Moment } from '../../kit/moment.js';
import { Note } from '../../kit/note.js';
import { api } from '../api.js';
import { NotShown } from '../not-shown.js';
import { useMailbox } from '../own-mailbox.js';
import { grouped } from './grouped.js';
import { MakeKey } from './make-key.js';
import { ownerKeyOf, useOwnKeys, type OwnKey } from './own-keys.js';
import { PageHead } from './page-head.js';
import { SaveKey } from './save-key.js';

/** The keys of the mailbox: its owner's, which is made here, and those of agents. */
export default function KeysPage() {
  const { id: accountId, email } = useMailbox();
  const client = useQueryClient();
  const asked = useOwnKeys();
  const { data: keys } = asked;
  const renew = () => client.invalidateQueries({ queryKey: ['keys', accountId] });
  const failure = failureOf(asked);
  if (failure) return <NotShown error={failure} />;
  if (!keys) return <SkeletonRows count={3} />;
  const owner = ownerKeyOf(keys);
  return (
    <div className="msg">
      <PageHead title="Encryption keys" />
      <p>
        Mail that is encrypted for <span className="mono">{email}</span> can be read only by who has one of these keys.
        The service has the public part, and your private part locked by your passphrase.
      </p>
      <Note kind="warn" title="A lost passphrase loses mail.">
        Nobody can open your key without it, and nobody can give it back. Keep it, and a backup of the key, where you
        find them again.
      </Note>
      <MakeKey owner={owner} onMade={renew} />
      {keys.length > 0 && (
        <ul className="stack" aria-label="Keys">
          {keys.map((key) => (
            <KeyRow key={key.id} ownKey={key} onGone={renew} />
          ))}
        </ul>
      )}
      <p className="faint">
        Made and used by{' '}
        <a href="https://openpgpjs.org" target="_blank" rel="noopener noreferrer">
          OpenPGP.js
        </a>
        , unchanged, under the{' '}
        <a href="assets/openpgp-LICENSE.txt" target="_blank" rel="noopener">
          GNU Lesser General Public License
        </a>
        .
      </p>
    </div>
  );
}

function nameOf({ kind, replacedAt }: OwnKey): string {
  if (kind === 'agent') return 'Key of an agent';
  return replacedAt === null ? 'Your key' : 'Your key before';
}

function KeyRow({ ownKey, onGone }: { readonly ownKey: OwnKey; readonly onGone: () => Promise<unknown> }) {
  const { id, fingerprint, createdAt } = ownKey;
  const remove = async () => {
    await api.deleteKey(id);
    await onGone();
  };
  return (
    <li className="stack tight keyrow">
      <div className="row wrap">
        <h2 className="h3">{nameOf(ownKey)}</h2>
        <span className="faint">
          made <Moment at={createdAt} said="inSentence" />
        </span>
      </div>
      <span className="mono wrap-anywhere" aria-label="Fingerprint">
        {grouped(fingerprint)}
      </span>
      <div className="row wrap">
        {ownKey.kind === 'owner' && <SaveKey ownKey={ownKey} />}
        <Confirm
          name="Delete"
          title="Delete this key?"
          about="Mail that is for this key alone can then no longer be read here. A backup of the key still opens it elsewhere."
          verb="Delete the key"
          keep="Keep it"
          act={remove}
          small
        />
      </div>
    </li>
  );
}
