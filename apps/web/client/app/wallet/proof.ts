import { wallet } from '../api.js';
import type { Provider } from './wallets.js';
import { paying } from './x402.js';

/** The headers of a call that is paid for: with a credit, else with a signature of the wallet. */
export async function proofFor(method: 'POST', path: string, provider: Provider | undefined) {
  const issue = (headers: Readonly<Record<string, string>>) => wallet.issueProof({ method, path }, { headers });
  const { x_payment_proof: proof } = provider ? await paying(provider, issue) : await issue({});
  return { 'x-payment-proof': proof };
}
