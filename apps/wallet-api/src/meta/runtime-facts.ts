import { formatUsdc, paymentNetwork } from '@mailroom/billing';
import { siweTerms } from '@mailroom/wallets';
import type { WalletApiConfig } from '../config.js';
import { chainName } from './chain-name.js';
import type { Runtime } from './runtime.js';

type Settings = Pick<WalletApiConfig, 'baseUrl' | 'siwe' | 'payments' | 'leases'>;

/** What a program has to know of this installation before it calls anything. */
export class RuntimeFacts {
  readonly runtime: Runtime;

  constructor({ baseUrl, siwe, payments, leases }: Settings) {
    const { domain, uri, chain } = siweTerms(siwe, baseUrl);
    const network = paymentNetwork(payments);
    this.runtime = {
      chain: { caip2: chain, name: chainName(chain) },
      auth: { mode: 'siwe', strict: true, domain, uri },
      payment_methods: network === null ? [] : [{ scheme: 'exact', network }],
      prices: { credit_usdc: formatUsdc(payments.prices.credit) },
      free_limits: leases.limits.all,
      mail_domain: leases.domain,
      versions: { api: 'v2', siwe: '1', x402: 2 },
      links: {
        openapi: `${baseUrl}/v2/openapi.json`,
        challenge: `${baseUrl}/v2/auth/siwe/challenge`,
        verify: `${baseUrl}/v2/auth/siwe/verify`,
        agent_api: `${baseUrl}/api/agent/v1`,
        billing: `${baseUrl}/v1/billing/account`,
        mcp: `${baseUrl}/mcp`,
        guide: `${baseUrl}/agent-guide`,
      },
    };
  }
}
