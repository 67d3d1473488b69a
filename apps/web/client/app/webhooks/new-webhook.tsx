import { useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { useFaults } from '../../kit/use-faults.js';
import { ErrorNote } from '../../kit/note.js';
import { useSession } from '../../kit/session.js';
import { keys, mail, wallet } from '../api.js';
import { Secret } from '../secret.js';

const events = [
  'message.received',
  'otp.extracted',
  'message.sent',
  'message.bounced',
  'lease.expiring',
  'lease.released',
  'lease.expired',
] as const;
type EventType = (typeof events)[number];

/** A webhook of everything that happens; a wallet's session chooses of what. */
export function NewWebhook() {
  const client = useQueryClient();
  const { session } = useSession();
  const isWallet = session?.signedIn === true && session.kind === 'wallet';
  const [url, setUrl] = useState('');
  const [chosen, setChosen] = useState<readonly EventType[]>(['message.received', 'otp.extracted']);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () =>
      isWallet
        ? wallet.subscribeWebhook({ target_url: url, event_types: [...chosen] })
        : mail.createWebhook({ url, events: ['email.received'] }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.webhooks }),
  });
  const faults = useFaults(error, { url: undefined, target_url: undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {faults.rest && <ErrorNote error={faults.rest} />}
      {data && (
        <Secret title="The webhook is ready. This secret signs its deliveries." text={data.secret} what="secret" />
      )}
      <Field
        label="Target"
        error={faults.at.url ?? faults.at.target_url}
        type="url"
        value={url}
        onChange={setUrl}
        isRequired
        mono
        placeholder="https://"
      />
      {isWallet && <EventChoice chosen={chosen} onChange={setChosen} />}
      <div>
        <Button type="submit" look="primary" busy={isPending} isDisabled={isWallet && chosen.length === 0}>
          Add webhook
        </Button>
      </div>
    </form>
  );
}

type EventChoiceProps = {
  readonly chosen: readonly EventType[];
  readonly onChange: (chosen: readonly EventType[]) => void;
};

function EventChoice({ chosen, onChange }: EventChoiceProps) {
  return (
    <fieldset className="stack tight">
      <legend className="label">Events</legend>
      <div className="row wrap">
        {events.map((event) => (
          <label key={event} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(event)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, event] : chosen.filter((other) => other !== event))
              }
            />
            <code>{event}</code>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
