import { describe, expect, it } from '@jest/globals';
import { resolveHost } from './resolve-host.js';

describe('a name', () => {
  const first = { address: '93.184.215.14', family: 4 };

  it('with one private address among public ones is refused', async () => {
    const lookup = async () => [first, { address: '10.0.0.1', family: 4 }];
    await expect(resolveHost('mixed.example', 'none', lookup)).rejects.toThrow(/private address/);
  });

  it('without any address is refused', async () => {
    await expect(resolveHost('empty.example', 'none', async () => [])).rejects.toThrow(/could not be resolved/);
  });

  it('that does not resolve is refused without the words of the name server', async () => {
    const lookup = () => Promise.reject(new Error('queryA ENOTFOUND at 10.0.0.2'));
    await expect(resolveHost('gone.example', 'none', lookup)).rejects.toThrow(/^The host name could not be resolved/);
  });

  it('offers every address that it has, so that one family that is out of order is no failure', async () => {
    const addresses = [{ address: '2606:2800:21f:cb07::1', family: 6 }, first];
    expect(await resolveHost('both.example', 'none', async () => addresses)).toEqual(addresses);
  });
});
