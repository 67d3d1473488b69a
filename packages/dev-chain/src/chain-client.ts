import { createWalletClient, defineChain, http, publicActions, type Account } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { CHAIN_ID, urlOf, type Anvil } from './anvil.js';
import type { ChainDirectory } from './chain-directory.js';

type Keys = { readonly owner: `0x${string}`; readonly receiver: `0x${string}` };

const POLL_MS = 20;
const ANSWER_MS = 10_000;

/** Speaks to the chain in the name of an account. */
export function chainClient(anvil: Anvil, account: Account) {
  const url = urlOf(anvil);
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const rpcUrls = { default: { http: [url] } };
  const chain = defineChain({ id: CHAIN_ID, name: 'dev', nativeCurrency, rpcUrls });
  const transport = http(url, { timeout: ANSWER_MS, retryCount: 1 });
  return createWalletClient({ account, chain, transport, pollingInterval: POLL_MS }).extend(publicActions);
}

export type ChainClient = ReturnType<typeof chainClient>;

/** The accounts of the directory: who makes test dollars, and who receives payments. */
export async function accountsOf(directory: ChainDirectory) {
  let keys = await directory.read<Keys>('keys.json');
  if (!keys) {
    keys = { owner: generatePrivateKey(), receiver: generatePrivateKey() };
    await directory.write('keys.json', keys);
  }
  return { owner: privateKeyToAccount(keys.owner), receiver: privateKeyToAccount(keys.receiver) };
}

/** What every transaction offers: nobody competes for a place in a block, and blocks are never so full that it rises. */
export const FEES = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 0n } as const;

type DevMethod = 'anvil_setBalance' | 'anvil_setCode' | 'evm_mine';

/** Calls what only a development chain has. */
export async function tell(client: ChainClient, method: DevMethod, params: readonly string[]) {
  await client.transport.request({ method, params: [...params] });
}

/** Gives an account more ether than it can use up. */
export async function giveEther(client: ChainClient, address: string): Promise<void> {
  await tell(client, 'anvil_setBalance', [address, `0x${(10n ** 24n).toString(16)}`]);
}
