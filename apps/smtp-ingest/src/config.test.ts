import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadSmtpIngestConfig } from './config.js';
import { selfMadeCertificate } from './self-made-certificate.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-tls-'));
  const [own, other] = await Promise.all([selfMadeCertificate('mx.test'), selfMadeCertificate('mx.test')]);
  await Promise.all([
    writeFile(join(folder, 'own.key'), own.key),
    writeFile(join(folder, 'own.crt'), own.cert),
    writeFile(join(folder, 'other.key'), other.key),
    writeFile(join(folder, 'empty'), ''),
  ]);
});
afterAll(() => rm(folder, { recursive: true }));

function tlsProblems(key: string, cert: string): string[] {
  const problems: string[] = [];
  const files = { SMTP_TLS_KEY_FILE: join(folder, key), SMTP_TLS_CERT_FILE: join(folder, cert) };
  loadSmtpIngestConfig(files, (problem) => problems.push(problem));
  return problems;
}

it('a key and its certificate are taken', () => {
  expect(tlsProblems('own.key', 'own.crt')).toEqual([]);
});

it.each([
  ['other.key', 'own.crt'],
  ['own.crt', 'own.key'],
  ['empty', 'own.crt'],
  ['own.key', 'empty'],
  ['absent', 'own.crt'],
])('the files %s and %s, which make no pair, are named by their variables and not shown', (key, cert) => {
  const problems = tlsProblems(key, cert);
  expect(problems).toEqual([expect.stringMatching(/SMTP_TLS_KEY_FILE and SMTP_TLS_CERT_FILE/)]);
  expect(problems.join()).not.toContain('BEGIN');
});

it('a list of name servers with spaces, as outbound takes it, is taken here too', () => {
  const problems: string[] = [];
  const config = loadSmtpIngestConfig({ DNS_SERVERS: '192.0.2.1, 192.0.2.2:5353' }, (problem) =>
    problems.push(problem),
  );
  expect({ servers: config.dnsServers, problems }).toEqual({ servers: ['192.0.2.1', '192.0.2.2:5353'], problems: [] });
  loadSmtpIngestConfig({ DNS_SERVERS: 'dns.test' }, (problem) => problems.push(problem));
  expect(problems).toEqual([expect.stringMatching(/^DNS_SERVERS /)]);
});
