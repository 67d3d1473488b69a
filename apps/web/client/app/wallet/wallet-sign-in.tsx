import { useMutation } from '@tanstack/react-query';
import { ErrorNote } from '../../kit/note.js';
import { challenge, useSession } from '../../kit/session.js';
import { anyone } from '../api.js';
import { connect, goToChain, signText } from './ask-wallet.js';
import { WalletList } from './wallet-list.js';
import { rememberWallet, useWallets, type Wallet } from './wallets.js';

/** The text that the wallet signs; a wallet that cannot be brought to the chain can sign it nevertheless. */
async function proofOf({ provider }: Wallet) {
  const account = await connect(provider);
  const { chain } = await anyone.getRuntime();
  await goToChain(provider, Number(chain.caip2.split(':')[1]));
  const { message } = await challenge(account);
  return { message, signature: await signText(provider, account, message) };
}

/** Signs in with a wallet of the browser (EIP-4361). */
export function WalletSignIn() {
  const wallets = useWallets();
  const { signIn } = useSession();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (wallet: Wallet) => {
      const proof = await proofOf(wallet);
      rememberWallet(wallet.id);
      await signIn(proof);
    },
  });
  return (
    <div className="stack">
      <div>
        <h2 className="label">Connect wallet</h2>
        <p className="dim">
          {wallets.length > 0
            ? 'You sign one message. Nothing is spent.'
            : 'No wallet was found in this browser. Install one and reload, or use a token.'}
        </p>
      </div>
      {error && <ErrorNote error={error} />}
      {wallets.length > 0 && (
        <WalletList wallets={wallets} busy={isPending ? variables.id : undefined} onChoose={mutate} />
      )}
    </div>
  );
}
