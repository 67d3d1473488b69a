import { useState, type FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { Moment } from '../../kit/moment.js';
import { useFaults } from '../../kit/use-faults.js';
import { ErrorNote } from '../../kit/note.js';
import { State } from '../../kit/state-badge.js';
import { keys, mail } from '../api.js';
import { Choice } from '../../kit/choice.js';
import { Confirm } from '../../kit/confirm.js';
import { Secret } from '../secret.js';

type Token = Awaited<ReturnType<typeof mail.listTokens>>['items'][number];

const rights = [
  { value: 'both', name: 'read and send' },
  { value: 'read', name: 'read only' },
  { value: 'send', name: 'send only' },
] as const;
type Right = (typeof rights)[number]['value'];

/** The tokens of a mailbox: made, shown once, revoked. */
export function Tokens({ accountId }: { readonly accountId: number }) {
  const client = useQueryClient();
  const { data, error } = useQuery({ queryKey: keys.tokens(accountId), queryFn: () => mail.listTokens(accountId) });
  const refresh = () => client.invalidateQueries({ queryKey: keys.tokens(accountId) });
  return (
    <section className="sec" aria-label="Tokens">
      <header>
        <h2>Tokens</h2>
      </header>
      {error && <ErrorNote error={error} />}
      <div className="card">
        <NewToken accountId={accountId} onMade={refresh} />
        {data?.items.map((token) => (
          <TokenRow key={token.id} token={token} onRevoked={refresh} />
        ))}
      </div>
    </section>
  );
}

type NewTokenProps = { readonly accountId: number; readonly onMade: () => Promise<void> };

function NewToken({ accountId, onMade }: NewTokenProps) {
  const [name, setName] = useState('');
  const [right, setRight] = useState<Right>('both');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => mail.createToken(accountId, { name, scopes: right === 'both' ? ['read', 'send'] : [right] }),
    onSuccess: onMade,
  });
  const faults = useFaults(error, { name: undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className="part stack" onSubmit={submit}>
      {faults.rest && <ErrorNote error={faults.rest} />}
      {data && <Secret title={`Token “${data.name}” is ready.`} text={data.token} what="token" />}
      <Field label="Name" error={faults.at.name} value={name} onChange={setName} isRequired placeholder="ci-runner" />
      <Choice label="May" value={right} options={rights} onChange={setRight} />
      <div>
        <Button type="submit" icon="plus" busy={isPending}>
          New token
        </Button>
      </div>
    </form>
  );
}

function TokenRow({ token, onRevoked }: { readonly token: Token; readonly onRevoked: () => Promise<void> }) {
  const { id, name, scopes, expiresAt, lastUsedAt, revokedAt } = token;
  return (
    <div className="part row">
      <div className="grow">
        <span className="strong">{name || `Token ${id}`}</span>{' '}
        {scopes.map((scope) => (
          <span key={scope} className="tag">
            {scope}
          </span>
        ))}
        <div className="faint">
          {expiresAt ? (
            <>
              {new Date(expiresAt) > new Date() ? 'ends' : 'ended'} <Moment at={expiresAt} said="inSentence" />
            </>
          ) : (
            'no end'
          )}
          ,{' '}
          {lastUsedAt ? (
            <>
              used <Moment at={lastUsedAt} said="inSentence" />
            </>
          ) : (
            'not used yet'
          )}
        </div>
      </div>
      {revokedAt ? (
        <State tone="plain" icon="off">
          Revoked
        </State>
      ) : (
        <Confirm
          name="Revoke…"
          title={`Revoke ${name || `token ${id}`}?`}
          about="Whoever uses it is refused from now on. The mailbox and its mail stay as they are."
          verb="Revoke"
          keep="Keep the token"
          small
          act={async () => {
            await mail.revokeToken(id);
            await onRevoked();
          }}
        />
      )}
    </div>
  );
}
