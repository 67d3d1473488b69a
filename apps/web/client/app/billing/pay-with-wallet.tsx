import type { ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../kit/button.js';
import { ErrorNote } from '../../kit/note.js';
import { useOwnWallet, type Provider } from '../wallet/wallets.js';

type PayWithWalletProps<Paid> = {
  readonly name: string;
  readonly pay: (provider: Provider) => Promise<Paid>;
  /** What to read then, where this stays on the page. */
  readonly onPaid?: (paid: Paid) => ReactNode;
  readonly primary?: boolean;
};

/** Pays with the person's wallet. */
export function PayWithWallet<Paid>({ name, pay, onPaid, primary = false }: PayWithWalletProps<Paid>) {
  const client = useQueryClient();
  const wallet = useOwnWallet();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: pay,
    onSettled: () => client.invalidateQueries({ queryKey: ['billing'] }),
  });
  if (!wallet) return <p className="faint">No wallet was found in this browser. Install one to pay here.</p>;
  return (
    <div className="stack">
      {error && <ErrorNote error={error} />}
      {data !== undefined && onPaid?.(data)}
      <div className="row wrap">
        <Button look={primary ? 'primary' : 'plain'} busy={isPending} onPress={() => mutate(wallet.provider)}>
          {name}
        </Button>
        <span className="faint">{wallet.name} asks you to sign. No gas.</span>
      </div>
    </div>
  );
}
