import { useRef, useState, type FormEvent } from 'react';
import { MailroomError } from '@mailroom/client';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { useKept } from '../../kit/kept.js';
import { addressesOf } from '../../kit/listed.js';
import { ErrorNote } from '../../kit/note.js';
import { Choice } from '../../kit/choice.js';
import { useFaults } from '../../kit/use-faults.js';
import { useMe, type SeenMailbox } from '../mailboxes/use-mailboxes.js';
import { useOwnWallet } from '../wallet/wallets.js';
import { sendOne, type Letter, type Trace, type Way } from './send-one.js';

export type Sent = { readonly trace: Trace; readonly subject: string };

type SendFormProps = { readonly mailboxes: readonly SeenMailbox[]; readonly onSent: (sent: Sent) => void };

const nothing: Letter = { accountId: 0, to: [], subject: '', text: '', password: '', pays: false };

/** The surface that sends for this mailbox. */
function useWay(mailbox: SeenMailbox | undefined): Way {
  const { data: me } = useMe();
  if (mailbox?.lease) return 'lease';
  return me?.principal.type === 'mailbox' ? 'mailbox' : 'manager';
}

/** Writes a message of a mailbox. */
export function SendForm({ mailboxes, onSent }: SendFormProps) {
  // Only somebody who sees the same mailboxes finds it again.
  const seen = mailboxes.map(({ id }) => id).join();
  const [letter, setLetter] = useKept(`letter ${seen}`, { ...nothing, accountId: mailboxes[0]?.id ?? 0 });
  const [password, setPassword] = useState('');
  const [to, setTo] = useKept(`recipients ${seen}`, '');
  const way = useWay(mailboxes.find(({ id }) => id === letter.accountId));
  const provider = useOwnWallet()?.provider;
  const key = useRef(crypto.randomUUID());
  const write = (part: Partial<Letter>) => setLetter((before) => ({ ...before, ...part }));
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (pays: boolean) =>
      sendOne(way, { ...letter, to: addressesOf(to), password, pays }, key.current, provider),
    onSuccess: (trace) => {
      onSent({ trace, subject: letter.subject });
      key.current = crypto.randomUUID();
      setTo('');
      write({ subject: '', text: '' });
    },
  });
  const faults = useFaults(error, { to: addressesOf(to), subject: undefined, text: undefined });
  const costs = error instanceof MailroomError && error.type === 'payment_required';
  const change = ({ to: recipients, ...part }: Partial<Written>) => {
    // What was refused is no longer what is there.
    if (Object.keys(faults.at).length > 0) reset();
    if (recipients !== undefined) setTo(recipients);
    write(part);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(costs);
  };
  return (
    <form className="card" onSubmit={submit}>
      <div className="part stack">
        {faults.rest && <ErrorNote error={faults.rest} />}
        <Choice
          label="From"
          value={letter.accountId}
          options={mailboxes.map(({ id, address }) => ({ value: id, name: address }))}
          onChange={(accountId) => write({ accountId })}
        />
        <Words to={to} subject={letter.subject} text={letter.text} at={faults.at} onChange={change} />
        {way === 'lease' && <PasswordField value={password} onChange={setPassword} />}
        <div>
          <Button type="submit" look="primary" icon="send" busy={isPending}>
            {costs ? 'Pay 1 credit and send' : 'Send'}
          </Button>
        </div>
      </div>
    </form>
  );
}

type Written = { readonly to: string; readonly subject: string; readonly text: string };
type WordsProps = Written & {
  /** What was refused, by its field. */
  readonly at: ReturnType<typeof useFaults>['at'];
  readonly onChange: (part: Partial<Written>) => void;
};

/** The fields of a message: its recipient, its subject and its text. */
function Words({ to, subject, text, at, onChange }: WordsProps) {
  return (
    <>
      <Field
        label="To"
        value={to}
        onChange={(value) => onChange({ to: value })}
        error={at.to}
        isRequired
        hint="Several addresses are separated by commas."
      />
      <Field
        label="Subject"
        value={subject}
        onChange={(value) => onChange({ subject: value })}
        error={at.subject}
        isRequired
      />
      <Field
        label="Message"
        value={text}
        onChange={(value) => onChange({ text: value })}
        error={at.text}
        rows={9}
        isRequired
      />
    </>
  );
}

type PasswordFieldProps = { readonly value: string; readonly onChange: (value: string) => void };

function PasswordField(props: PasswordFieldProps) {
  return (
    <Field
      {...props}
      label="Password"
      type="password"
      isRequired
      autoComplete="off"
      hint="The webmail password of this address. You saw it when you leased it; its page gives you a new one."
    />
  );
}
