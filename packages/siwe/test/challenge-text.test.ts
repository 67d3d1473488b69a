import { describe, expect, it } from '@jest/globals';
import { createViemConfig, SiweMessage } from '@signinwithethereum/siwe';
import { createPublicClient, custom } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { challengeParts, nonceOf, parseWalletAddress } from '../src/index.js';

const key = privateKeyToAccount(generatePrivateKey());
const nonce = '0123456789abcdef0123456789abcdef';
const terms = { domain: 'mail.example.com:8443', uri: 'https://mail.example.com:8443/v2', chain: 'eip155:8453', nonce };

function challenge(address: string = key.address): string {
  const { head, between } = challengeParts({ ...terms, address });
  return `${head}${new Date().toISOString()}${between}${new Date(Date.now() + 300_000).toISOString()}`;
}

describe('the text of a challenge', () => {
  it('is what a strict reader of EIP-4361 takes for ours, signed by the wallet', async () => {
    const message = challenge();
    const request = async () => {
      throw new Error('No chain is asked about a key.');
    };
    const config = await createViemConfig({
      publicClient: createPublicClient({ transport: custom({ request }) }) as never,
    });
    const signature = await key.signMessage({ message });
    const { domain, uri } = terms;
    const read = new SiweMessage(message);
    expect(read.prepareMessage()).toBe(message);
    const params = { signature, domain, uri, nonce, chainId: 8_453 };
    expect(await read.verify(params, { config, strict: true, suppressExceptions: true })).toMatchObject({
      success: true,
    });
    const elsewhere = { ...params, domain: 'evil.example' };
    expect(await read.verify(elsewhere, { config, strict: true, suppressExceptions: true })).toMatchObject({
      success: false,
    });
  });

  it('names its nonce, and no other text does', () => {
    expect(nonceOf(challenge())).toBe(nonce);
    for (const other of [
      '',
      `Nonce: ${nonce}`,
      challenge().replace('Nonce', 'nonce'),
      challenge().replaceAll('\n', '\r\n'),
    ])
      expect(nonceOf(other)).toBeNull();
  });
});

describe('the address of a wallet', () => {
  it('is one, however it is written', async () => {
    const wanted = { key: key.address.toLowerCase(), shown: key.address };
    const upper = `0x${key.address.slice(2).toUpperCase()}`;
    for (const text of [key.address, key.address.toLowerCase(), upper]) {
      expect(await parseWalletAddress(text)).toEqual(wanted);
    }
  });

  it.each([
    ['a wrong checksum', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['too few digits', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
    ['too many digits', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed0'],
    ['another letter', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg'],
    ['a capital X', '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['no beginning', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['a name', 'vitalik.eth'],
    ['spaces', ' 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['nothing', ''],
  ])('is refused with %s', async (_, text) => {
    expect(await parseWalletAddress(text)).toBeNull();
  });
});
