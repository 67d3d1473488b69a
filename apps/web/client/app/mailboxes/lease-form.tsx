import { useState, type FormEvent } from 'react';
import { MailroomError } from '@mailroom/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { useFaults } from '../../kit/use-faults.js';
import { ErrorNote } from '../../kit/note.js';
import { keys, wallet } from '../api.js';
import { proofFor } from '../wallet/proof.js';
import { useOwnWallet, type Provider } from '../wallet/wallets.js';
import { Choice } from '../../kit/choice.js';

export type Allocated = Awaited<ReturnType<typeof wallet.leaseMailbox>>;

const PATH = '/v2/mailboxes/leases';
const hours = [1, 4, 24, 72].map((value) => ({ value, name: value === 1 ? '1 hour' : `${value} hours` }));

type LeaseFormProps = { readonly onLeased: (lease: Allocated) => void };
type Asked = { readonly purpose: string; readonly ttlHours: number; readonly pays: boolean };

async function lease({ purpose, ttlHours, pays }: Asked, provider: Provider | undefined): Promise<Allocated> {
  const body = { ttl_hours: ttlHours, ...(purpose !== '' && { purpose }) };
  if (!pays) return wallet.leaseMailbox(body);
  return wallet.leaseMailbox(body, { headers: await proofFor('POST', PATH, provider) });
}

/** Gets an address for some hours; one beyond the free ones costs a credit, which the wallet pays where there is none. */
export function LeaseForm({ onLeased }: LeaseFormProps) {
  const client = useQueryClient();
  const [purpose, setPurpose] = useState('');
  const [ttlHours, setTtlHours] = useState(24);
  const provider = useOwnWallet()?.provider;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (asked: Asked) => lease(asked, provider),
    onSuccess: async (allocated) => {
      onLeased(allocated);
      await client.invalidateQueries({ queryKey: keys.mailboxes });
      await client.invalidateQueries({ queryKey: ['billing'] });
    },
  });
  const costs = error instanceof MailroomError && error.type === 'payment_required';
  const faults = useFaults(error, { purpose: undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ purpose: purpose.trim(), ttlHours, pays: costs });
  };
  return (
    <form className="stack" onSubmit={submit}>
      {faults.rest && <ErrorNote error={faults.rest} />}
      <Field
        label="Purpose"
        error={faults.at.purpose}
        value={purpose}
        onChange={setPurpose}
        hint="What it is for, in one line."
      />
      <Choice label="For" value={ttlHours} options={hours} onChange={setTtlHours} />
      <div>
        <Button type="submit" look="primary" busy={isPending}>
          {costs ? 'Pay 1 credit and lease' : 'Lease mailbox'}
        </Button>
      </div>
    </form>
  );
}
