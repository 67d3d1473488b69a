import { Resolver } from 'node:dns/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { startFakeDns, type FakeDnsEntry, type FakeDnsServer } from '@mailroom/testing';
import { DnsAnswers } from '../src/parsing/dns-lookup.js';

const servers: FakeDnsServer[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function answersOf(records: Record<string, FakeDnsEntry>) {
  const server = await startFakeDns(records);
  servers.push(server);
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  resolver.setServers([server.address]);
  return { answers: new DnsAnswers(resolver), queries: server.queries };
}

function wait(ms: number): void {
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + ms);
}

it('asks for a record once a minute, however its name is written and whoever asks at the same time', async () => {
  const { answers, queries } = await answersOf({ 'example.test': { TXT: ['v=spf1 -all'] } });
  const names = ['example.test', 'Example.Test', 'EXAMPLE.test'];
  const found = await Promise.all(names.map((name) => answers.records(name, 'TXT')));
  expect(found).toEqual(names.map(() => [['v=spf1 -all']]));
  wait(59_000);
  await answers.records('example.test', 'TXT');
  expect(queries).toEqual(['TXT example.test']);
  wait(2_000);
  await answers.records('example.test', 'TXT');
  expect(queries).toEqual(['TXT example.test', 'TXT example.test']);
});

it('keeps the kinds of records apart', async () => {
  const { answers } = await answersOf({ 'example.test': { TXT: ['text'], A: ['192.0.2.1'] } });
  expect([await answers.records('example.test', 'TXT'), await answers.records('example.test', 'A')]).toEqual([
    [['text']],
    ['192.0.2.1'],
  ]);
});

it('keeps the answer that there is none, as the error that it is', async () => {
  const { answers, queries } = await answersOf({ 'example.test': { A: ['192.0.2.1'] } });
  for (const [name, code] of [
    ['nowhere.test', 'ENOTFOUND'],
    ['example.test', 'ENODATA'],
  ] as const) {
    for (let time = 0; time < 2; time += 1) await expect(answers.records(name, 'TXT')).rejects.toMatchObject({ code });
  }
  expect(queries).toEqual(['TXT nowhere.test', 'TXT example.test']);
});

it('asks again where a server failed', async () => {
  const { answers, queries } = await answersOf({ 'broken.test': { broken: true } });
  await expect(answers.records('broken.test', 'TXT')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  const asked = queries.length;
  await expect(answers.records('broken.test', 'TXT')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  expect(queries.length).toBeGreaterThan(asked);
});

it('keeps no answer that is large, so that many of them fill nothing', async () => {
  const { answers, queries } = await answersOf({ 'large.test': { TXT: Array(4).fill('x'.repeat(3_000)) } });
  for (let time = 0; time < 2; time += 1) await answers.records('large.test', 'TXT');
  expect(queries.filter((query) => query === 'TXT large.test').length).toBeGreaterThan(1);
});
