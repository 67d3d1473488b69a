import {
  about,
  boolean,
  integer,
  list,
  nullable,
  object,
  resource,
  string,
  word,
  type ValueOf,
} from '@mailroom/openapi';

export const runtimeResource = resource(
  'Runtime',
  object({
    chain: object({ caip2: about(string, 'the chain whose wallets sign in, as CAIP-2 writes it'), name: string }),
    auth: object({
      mode: word(['siwe']),
      strict: about(boolean, 'the very text of the challenge has to be signed'),
      domain: about(string, 'the domain that a wallet shows when it signs in'),
      uri: string,
    }),
    payment_methods: about(
      list(object({ scheme: word(['exact']), network: about(string, 'CAIP-2') })),
      'how credits and proofs are paid for (x402); none where the installation takes no payments',
    ),
    prices: object({ credit_usdc: about(string, 'dollars') }),
    free_limits: about(
      list(
        object({
          code: string,
          limit: integer,
          window: about(nullable('string'), 'an ISO 8601 duration; null: at a time'),
        }),
      ),
      'what costs nothing; above it a call needs a proof of payment',
    ),
    mail_domain: about(nullable('string'), 'the domain of leased mailboxes; null where none can be leased'),
    versions: object({ api: string, siwe: string, x402: integer }),
    links: object({
      openapi: string,
      challenge: string,
      verify: string,
      agent_api: string,
      billing: string,
      mcp: string,
      guide: string,
    }),
  }),
  {
    chain: { caip2: 'eip155:8453', name: 'Base' },
    auth: { mode: 'siwe', strict: true, domain: 'mail.example.com', uri: 'https://mail.example.com/v2' },
    payment_methods: [{ scheme: 'exact', network: 'eip155:8453' }],
    prices: { credit_usdc: '0.001' },
    free_limits: [{ code: 'lease_allocations', limit: 5, window: 'PT1H' }],
    mail_domain: 'mail.example.com',
    versions: { api: 'v2', siwe: '1', x402: 2 },
    links: {
      openapi: 'https://mail.example.com/v2/openapi.json',
      challenge: 'https://mail.example.com/v2/auth/siwe/challenge',
      verify: 'https://mail.example.com/v2/auth/siwe/verify',
      agent_api: 'https://mail.example.com/api/agent/v1',
      billing: 'https://mail.example.com/v1/billing/account',
      mcp: 'https://mail.example.com/mcp',
      guide: 'https://mail.example.com/agent-guide',
    },
  },
);

export type Runtime = ValueOf<typeof runtimeResource>;
