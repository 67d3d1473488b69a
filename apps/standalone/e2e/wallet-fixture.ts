import { Wallet } from 'ethers';
import { createWalletClient, custom } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { HostedClient } from './hosted-client.js';
import type { Answer } from './mailroom-fixture.js';

/** Whatever can sign a message, of whatever make. */
export type Signer = { readonly address: string; sign(message: string): Promise<string> };

export const CHALLENGE = '/v2/auth/siwe/challenge';
export const VERIFY = '/v2/auth/siwe/verify';
export const SESSIONS = '/v2/auth/sessions';

/** A challenge for a wallet. */
export async function challengeFor(baseUrl: string, address: string): Promise<Answer['body']> {
  return new HostedClient(baseUrl).data('POST', CHALLENGE, { wallet_address: address });
}

/** A challenge that the wallet signed, which nobody has sent yet. */
export async function signedChallenge(baseUrl: string, signer: Signer) {
  const { message } = await challengeFor(baseUrl, signer.address);
  return { message: String(message), signature: await signer.sign(String(message)) };
}

/** Signs in, perhaps with a credential of a tenant, and returns the session. */
export async function signIn(baseUrl: string, signer: Signer, credential = ''): Promise<Answer['body']> {
  return new HostedClient(baseUrl, credential).data('POST', VERIFY, await signedChallenge(baseUrl, signer));
}

export function ethersWallet(): Signer {
  const wallet = Wallet.createRandom();
  return { address: wallet.address, sign: (message) => wallet.signMessage(message) };
}

export function viemWallet(): Signer {
  const account = privateKeyToAccount(generatePrivateKey());
  const client = createWalletClient({ account, transport: custom({ request: async () => null }) });
  return { address: account.address, sign: (message) => client.signMessage({ message }) };
}
