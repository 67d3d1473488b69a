import { expect, it } from '@jest/globals';
import { loadSmtpIngestConfig } from './config.js';

it('a list of name servers with spaces, as outbound takes it, is taken here too', () => {
  const problems: string[] = [];
  const config = loadSmtpIngestConfig({ DNS_SERVERS: '192.0.2.1, 192.0.2.2:5353' }, (problem) =>
    problems.push(problem),
  );
  expect({ servers: config.dnsServers, problems }).toEqual({ servers: ['192.0.2.1', '192.0.2.2:5353'], problems: [] });
  loadSmtpIngestConfig({ DNS_SERVERS: 'dns.test' }, (problem) => problems.push(problem));
  expect(problems).toEqual([expect.stringMatching(/^DNS_SERVERS /)]);
});
