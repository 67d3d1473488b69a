import { afterEach, describe, expect, it } from '@jest/globals';
import { startFakeDns, type FakeDnsEntry, type FakeDnsServer } from '@mailroom/testing';
import { resolveByNameServer, resolveHost } from '../src/index.js';

let server: FakeDnsServer | undefined;
afterEach(() => server?.close());

async function lookup(entry: FakeDnsEntry) {
  const started = await startFakeDns({ 'hooks.example': entry });
  server = started;
  return (hostname: string) => resolveByNameServer(hostname, [started.address]);
}

describe('a name server', () => {
  it('is asked for both families', async () => {
    const ask = await lookup({ A: ['93.184.215.14'], AAAA: ['2606:2800:21f:cb07::1'] });
    expect(await ask('hooks.example')).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '2606:2800:21f:cb07::1', family: 6 },
    ]);
  });

  it.each([
    [{ A: ['93.184.215.14'] }, '93.184.215.14'],
    [{ AAAA: ['2606:2800:21f:cb07::1'] }, '2606:2800:21f:cb07::1'],
  ])('may know one of them only: %j', async (entry, address) => {
    expect((await (await lookup(entry))('hooks.example')).map((found) => found.address)).toEqual([address]);
  });

  it('that hides a private address in the other family is seen through', async () => {
    const ask = await lookup({ A: ['93.184.215.14'], AAAA: ['::1'] });
    await expect(resolveHost('hooks.example', 'none', ask)).rejects.toThrow(/private address/);
  });

  it.each([[{}], [{ broken: true }]])('that gives no address gives no connection: %j', async (entry) => {
    await expect(resolveHost('hooks.example', 'none', await lookup(entry))).rejects.toThrow(/could not be resolved/);
  });
});
