import { describe, expect, it } from '@jest/globals';
import { loadOutboundConfig } from './config.js';

function load(env: Record<string, string>) {
  const problems: string[] = [];
  return { config: loadOutboundConfig(env, (problem) => problems.push(problem)), problems };
}
const relay = (url: string) => load({ OUTBOUND_MODE: 'relay', OUTBOUND_RELAY_URL: url });

describe('loadOutboundConfig', () => {
  it('keeps mail where nothing is said', () => {
    const { config, problems } = load({});
    expect(config).toMatchObject({
      mode: 'capture',
      relayUrl: undefined,
      dnsServers: [],
      hostname: 'localhost',
      allowPrivate: 'none',
      sign: true,
    });
    expect(problems).toEqual([]);
  });

  it.each(['smtp://relay.test', 'smtp://127.0.0.1:2526', 'smtps://[::1]:465/', 'smtps://us%20er:p%40ss@relay.test'])(
    'takes the relay %s',
    (url) => {
      expect(relay(url)).toMatchObject({ config: { mode: 'relay', relayUrl: url }, problems: [] });
    },
  );

  it.each([
    'relay.test',
    'http://relay.test',
    'smtp://',
    'smtp://relay.test:0',
    'smtp://relay.test:99999',
    'smtp://relay.test/path',
    'smtp://user@relay.test',
    'smtp://:secret@relay.test',
    'smtp://user:secret%zz@relay.test',
  ])('names the variable of the bad relay %s, and never its password', (url) => {
    const { problems } = relay(url);
    expect(problems).toEqual([expect.stringMatching(/^OUTBOUND_RELAY_URL must .*\.$/)]);
    expect(problems[0]).not.toContain('secret');
  });

  it('names every variable that is bad, at once', () => {
    expect(load({ OUTBOUND_MODE: 'pigeon', OUTBOUND_RELAY_URL: 'x', DNS_SERVERS: 'dns.test' }).problems).toEqual([
      expect.stringMatching(/^OUTBOUND_MODE .*"pigeon"/),
      expect.stringMatching(/^OUTBOUND_RELAY_URL /),
      expect.stringMatching(/^DNS_SERVERS .*"dns\.test"/),
    ]);
    expect(load({ OUTBOUND_ALLOW_PRIVATE: 'yes' }).problems).toEqual([
      expect.stringMatching(/^OUTBOUND_ALLOW_PRIVATE .*"yes"/),
    ]);
    expect(load({ OUTBOUND_DKIM: 'maybe' }).problems).toEqual([expect.stringMatching(/^OUTBOUND_DKIM .*"maybe"/)]);
    expect(load({ OUTBOUND_MODE: 'relay' }).problems).toEqual([
      expect.stringMatching(/^OUTBOUND_RELAY_URL is missing/),
    ]);
  });
});
