import type { Provider } from './wallets.js';

/** What a wallet answers where it has never heard of a chain (EIP-3085). */
const UNKNOWN_CHAIN = 4902;
const DECLINED = 4001;

/** What a wallet has to know about a chain that it does not have. */
const chains: Readonly<Record<number, { chainName: string; rpcUrls: string[]; blockExplorerUrls: string[] }>> = {
  8453: { chainName: 'Base', rpcUrls: ['https://mainnet.base.org'], blockExplorerUrls: ['https://basescan.org'] },
  84532: {
    chainName: 'Base Sepolia',
    rpcUrls: ['https://sepolia.base.org'],
    blockExplorerUrls: ['https://sepolia.basescan.org'],
  },
};
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };

const hexOf = (number: number) => `0x${number.toString(16)}`;
const codeOf = (error: unknown) => (error as { code?: number } | null)?.code;

/** Asks a wallet, and says in words what it answered. */
async function ask<T>(provider: Provider, method: string, params: readonly unknown[] = []): Promise<T> {
  try {
    return (await provider.request({ method, params })) as T;
  } catch (error) {
    if (codeOf(error) === DECLINED)
      throw new Error('You declined in your wallet. Nothing has changed.', { cause: error });
    throw error instanceof Error ? error : new Error(wordsOf(error), { cause: error });
  }
}

function wordsOf(error: unknown): string {
  const { message } = error as { message?: string };
  return message ?? 'Your wallet refused without a reason.';
}

/** Lets the person choose an account. */
export async function connect(provider: Provider): Promise<string> {
  const [account] = await ask<string[]>(provider, 'eth_requestAccounts');
  if (account === undefined) throw new Error('Your wallet shared no account. Choose one in it and try again.');
  return account;
}

/** Brings the wallet to the chain, which it may have to learn first; false if it cannot be taught. */
export async function goToChain(provider: Provider, chainId: number): Promise<boolean> {
  if (Number(await ask<string>(provider, 'eth_chainId')) === chainId) return true;
  const chain = { chainId: hexOf(chainId) };
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [chain] });
  } catch (error) {
    if (codeOf(error) === DECLINED)
      throw new Error('You stayed on another chain. Nothing has changed.', { cause: error });
    const known = chains[chainId];
    if (codeOf(error) !== UNKNOWN_CHAIN || !known) return false;
    await ask(provider, 'wallet_addEthereumChain', [{ ...chain, ...known, nativeCurrency }]);
  }
  return Number(await ask<string>(provider, 'eth_chainId')) === chainId;
}

/** A signature of a text that the wallet shows (EIP-191). */
export function signText(provider: Provider, account: string, text: string): Promise<string> {
  const bytes = [...new TextEncoder().encode(text)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return ask(provider, 'personal_sign', [`0x${hex}`, account]);
}

/** A signature of fields that the wallet shows by their names (EIP-712). */
export function signFields(provider: Provider, account: string, fields: object): Promise<string> {
  return ask(provider, 'eth_signTypedData_v4', [account, JSON.stringify(fields)]);
}
