import { describe, expect, it } from '@jest/globals';
import { readNetworks } from './networks.setting.js';

const names = ['TRUSTED_PROXIES', 'SMTP_PROXY_PROTOCOL_FROM', 'HTTP_PROXY_PROTOCOL_FROM'] as const;

describe.each(names)('%s', (name) => {
  function read(text: string | undefined) {
    const problems: string[] = [];
    return { networks: readNetworks({ [name]: text }, name, (problem) => problems.push(problem)), problems };
  }

  it.each([undefined, '', ' , '])('names nobody as %p', (text) => {
    expect(read(text)).toEqual({ networks: [], problems: [] });
  });

  it('lists networks and addresses', () => {
    const networks = [
      { address: '10.0.0.0', prefix: 8 },
      { address: 'fd00::', prefix: 8 },
      { address: '192.0.2.9', prefix: 32 },
    ];
    expect(read('10.0.0.0/8, fd00::/8,192.0.2.9')).toEqual({ networks, problems: [] });
  });

  it.each(['10.0.0.0/33', '10.0.0/8', '::/129', 'proxy', '10.0.0.0/8/8'])('does not hold %p', (text) => {
    expect(read(`10.0.0.0/8,${text}`).problems).toEqual([expect.stringMatching(`^${name} .*"${text}"`)]);
  });
});
