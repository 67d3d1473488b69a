import { describe, expect, it } from '@jest/globals';
import { readPayments } from '@mailroom/billing';
import { readSiwe, siweTerms } from './siwe.settings.js';

const read = (env: Record<string, string>) => {
  const problems: string[] = [];
  const payments = readPayments(env, (problem) => problems.push(problem));
  return { ...readSiwe(env, payments, (problem) => problems.push(problem)), problems };
};

describe('the settings of sign-in', () => {
  it('are those of the base URL and of the main chain, with limits, where nothing is set', () => {
    const settings = read({});
    expect(settings).toMatchObject({
      chain: 'eip155:1',
      rpcUrl: null,
      limits: { openPerNetwork: 100, perNetworkHour: 600, open: 100_000, newPerHour: 1_000 },
      problems: [],
    });
    expect(siweTerms(settings, 'https://mail.example.com:8443')).toEqual({
      domain: 'mail.example.com:8443',
      uri: 'https://mail.example.com:8443/v2',
      chain: 'eip155:1',
    });
  });

  it('take the chain of the payments, unless they name another', () => {
    expect(read({ PAYMENTS: 'dev-chain' }).chain).toBe('eip155:31337');
    expect(read({ PAYMENTS: 'dev-chain', SIWE_CHAIN: 'eip155:8453' }).chain).toBe('eip155:8453');
  });

  it('are read whole: each wrong value is named at once, and no address that may hold a key', () => {
    const wrong = {
      SIWE_CHAIN: 'base',
      SIWE_DOMAIN: 'https://mail.example.com',
      SIWE_NEW_PER_HOUR: '-1',
      SIWE_OPEN: 'many',
      SIWE_OPEN_PER_NETWORK: '1.5',
      SIWE_PER_NETWORK_HOUR: '1e3',
      SIWE_RPC_URL: 'http://rpc.example/secret',
      SIWE_URI: 'mail.example.com',
    };
    const { problems } = read(wrong);
    expect(problems.map((problem) => problem.split(' ')[0]).toSorted()).toEqual(Object.keys(wrong));
    expect(problems.join()).not.toContain('secret');
  });

  it.each(['a b.example', 'mail.example\nURI: x', 'user@mail.example', 'mail.example/x', 'mail.example:', '-x'])(
    'take no domain that a wallet could show as something else: %j',
    (domain) => {
      expect(read({ SIWE_DOMAIN: domain }).problems).toHaveLength(1);
    },
  );

  it('take names and addresses with a port', () => {
    for (const SIWE_DOMAIN of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'mail.example']) {
      expect(read({ SIWE_DOMAIN }).problems).toEqual([]);
    }
  });
});
