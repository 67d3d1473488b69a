import { lastWallet, type Wallet } from './wallets.js';

type WalletListProps = {
  readonly wallets: readonly Wallet[];
  readonly busy: string | undefined;
  readonly onChoose: (wallet: Wallet) => void;
};

/** The wallets that are there, each a button. */
export function WalletList({ wallets, busy, onChoose }: WalletListProps) {
  const last = lastWallet();
  return (
    <div className="wallets" role="group" aria-label="Wallets found in this browser">
      {wallets.map((wallet) => (
        <button key={wallet.id} type="button" disabled={busy !== undefined} onClick={() => onChoose(wallet)}>
          <WalletIcon wallet={wallet} />
          <span>
            <span className="vh">Connect wallet </span>
            {wallet.name}
          </span>
          <span className="end">
            {busy === wallet.id ? 'waiting for you to sign' : wallet.id === last && 'used here last time'}
          </span>
        </button>
      ))}
    </div>
  );
}

function WalletIcon({ wallet: { icon, name } }: { readonly wallet: Wallet }) {
  if (icon.startsWith('data:image/')) return <img className="wic" src={icon} alt="" />;
  return (
    <span className="wic" aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  );
}
