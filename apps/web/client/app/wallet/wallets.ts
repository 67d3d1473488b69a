import { useSyncExternalStore } from 'react';

/** What a wallet in the browser answers to (EIP-1193). */
export type Provider = {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
};

export type Wallet = { readonly id: string; readonly name: string; readonly icon: string; readonly provider: Provider };

type Announcement = { readonly info: { rdns: string; name: string; icon: string }; readonly provider: Provider };

let found: readonly Wallet[] = [];
const listeners = new Set<() => void>();

/** Wallets announce themselves (EIP-6963); each once. */
function onAnnounced(event: Event): void {
  const { info, provider } = (event as CustomEvent<Announcement>).detail;
  add({ id: info.rdns, name: info.name, icon: info.icon, provider });
}

function add(wallet: Wallet): void {
  if (found.some(({ id }) => id === wallet.id)) return;
  found = [...found, wallet];
  for (const listener of listeners) listener();
}

/** A wallet of the time before announcements stands alone in the window. */
function findOld(): void {
  const provider = Reflect.get(window, 'ethereum') as Provider | undefined;
  if (found.length === 0 && provider) add({ id: 'browser', name: 'Browser wallet', icon: '', provider });
}

function ask(): void {
  window.addEventListener('eip6963:announceProvider', onAnnounced);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  setTimeout(findOld, 300);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) ask();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The wallets that are really there. */
export function useWallets(): readonly Wallet[] {
  return useSyncExternalStore(subscribe, () => found);
}

const LAST = 'mailroom.wallet';

/** The wallet that was used here last. */
export function lastWallet(): string | null {
  return localStorage.getItem(LAST);
}

export function rememberWallet(id: string): void {
  localStorage.setItem(LAST, id);
}

/** The wallet that signed in, else the first one there is. */
export function useOwnWallet(): Wallet | undefined {
  const wallets = useWallets();
  return wallets.find(({ id }) => id === lastWallet()) ?? wallets[0];
}
