import { MailroomError } from '@mailroom/client';
import { connect, goToChain, signFields } from './ask-wallet.js';
import type { Provider } from './wallets.js';

/** What a payment has to be like (x402, scheme "exact" on EVM chains). */
type Requirement = {
  readonly scheme: string;
  readonly network: string;
  readonly amount: string;
  readonly asset: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
  readonly extra?: { readonly name?: string; readonly version?: string };
};
type Quote = {
  readonly x402Version: number;
  readonly resource?: unknown;
  readonly accepts: readonly Requirement[];
  readonly extensions?: unknown;
};

/** A clock that runs ahead of the chain's must not make a payment that is not valid yet. */
const AHEAD_SECONDS = 600;

const TransferWithAuthorization = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
];
const EIP712Domain = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/** The price that a call without a payment was answered with. */
function quoteOf(error: unknown): Quote | null {
  if (!(error instanceof MailroomError) || error.status !== 402) return null;
  return (error.details.body?.['quote'] as Quote | undefined) ?? null;
}

function nonce(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))];
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The authorization to take the amount, once, within the time that the quote gives (EIP-3009). */
function authorizationOf({ payTo, amount, maxTimeoutSeconds }: Requirement, from: string) {
  const now = Math.floor(Date.now() / 1_000);
  return {
    from,
    to: payTo,
    value: amount,
    validAfter: String(now - AHEAD_SECONDS),
    validBefore: String(now + maxTimeoutSeconds),
    nonce: nonce(),
  };
}

/** What goes into the header `payment-signature`. */
async function signed(provider: Provider, quote: Quote): Promise<string> {
  const accepted = quote.accepts.find(({ scheme, network }) => scheme === 'exact' && network.startsWith('eip155:'));
  if (!accepted) throw new Error('This installation takes no payment that a wallet in a browser can make.');
  const chainId = Number(accepted.network.slice('eip155:'.length));
  const from = await connect(provider);
  if (!(await goToChain(provider, chainId)))
    throw new Error(`Your wallet does not know the chain ${chainId}. Add it there, then pay again.`);
  const authorization = authorizationOf(accepted, from);
  const domain = { ...accepted.extra, chainId, verifyingContract: accepted.asset };
  const types = { EIP712Domain, TransferWithAuthorization };
  const fields = { types, domain, primaryType: 'TransferWithAuthorization', message: authorization };
  const signature = await signFields(provider, from, fields);
  const { x402Version, resource, extensions } = quote;
  const payment = { x402Version, resource, accepted, extensions, payload: { signature, authorization } };
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(payment))));
}

/** Makes a call, and once more with a signed payment where it costs something. */
export async function paying<T>(
  provider: Provider,
  call: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  try {
    return await call({});
  } catch (error) {
    const quote = quoteOf(error);
    if (!quote) throw error;
    return call({ 'payment-signature': await signed(provider, quote) });
  }
}
