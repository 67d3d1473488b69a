import { describe, expect, it } from '@jest/globals';
import type { Complain, Environment } from '@mailroom/errors';
import { readBaseUrl, readDnsServers, readHostname } from './settings.js';

function read<Value>(reader: (env: Environment, complain: Complain) => Value, env: Environment) {
  const problems: string[] = [];
  return { value: reader(env, (problem) => problems.push(problem)), problems };
}

describe('the host name of an installation', () => {
  it.each([
    'mx.example.com',
    'MX.Example.com',
    'localhost',
    'xn--mller-kva.example',
    '[192.0.2.1]',
    '[IPv6:2001:db8::1]',
  ])('may be %s', (name) => {
    expect(read(readHostname, { MAILROOM_HOSTNAME: name })).toEqual({ value: name, problems: [] });
  });

  it.each([
    'https://mx.example.com',
    'mx.example.com:25',
    'mx example.com',
    'mx.example.com.',
    '-mx',
    'mx\r\nEHLO x',
    '[x]',
  ])('may not be %j, which no greeting can say', (name) => {
    const { problems } = read(readHostname, { MAILROOM_HOSTNAME: name });
    expect(problems).toEqual([expect.stringMatching(/^MAILROOM_HOSTNAME must be a host name/)]);
  });
});

describe('the base URL', () => {
  it('may have a path, and loses the slash at its end', () => {
    const withPath = read(readBaseUrl, { MAILROOM_BASE_URL: 'https://mail.example.com/mailroom/' });
    expect(withPath).toEqual({ value: 'https://mail.example.com/mailroom', problems: [] });
  });

  it.each(['https://x.test/?tenant=1', 'https://x.test/#top', 'https://me:secret@x.test', 'https://x.test?'])(
    'may not be %s, behind which no path can stand',
    (url) => {
      const { problems } = read(readBaseUrl, { MAILROOM_BASE_URL: url });
      expect(problems).toEqual([expect.stringMatching(/^MAILROOM_BASE_URL must have neither/)]);
      expect(problems.join()).not.toContain('secret');
    },
  );
});

describe('the name servers', () => {
  it('are a list of addresses, with their ports or without', () => {
    expect(read(readDnsServers, { DNS_SERVERS: ' 192.0.2.1, 192.0.2.2:5353,,[2001:db8::1]:53,2001:db8::2' })).toEqual({
      value: ['192.0.2.1', '192.0.2.2:5353', '[2001:db8::1]:53', '2001:db8::2'],
      problems: [],
    });
  });

  it.each(['192.0.2.1:0', '192.0.2.1:99999', '[192.0.2.1]:53', '1.2.3', 'localhost:53'])('are not %s', (server) => {
    const { problems } = read(readDnsServers, { DNS_SERVERS: server });
    expect(problems).toEqual([expect.stringMatching(/^DNS_SERVERS must list addresses/)]);
  });
});
