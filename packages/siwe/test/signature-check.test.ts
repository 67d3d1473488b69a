import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DevChain } from '@mailroom/dev-chain';
import { Wallet } from 'ethers';
import { serializeErc6492Signature, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { SignatureCheck } from '../src/index.js';
import { beforeDeployment, deployWallet, placeFactory } from './contract/contract-wallet.js';
import { fakeChain, type Says } from './fake-chain.js';

const MESSAGE = 'mail.example.com wants you to sign in with your Ethereum account:\n0x…\n\nNonce: 1';
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const YES = `0x1626ba7e${'0'.repeat(56)}`;

const newKey = () => privateKeyToAccount(generatePrivateKey());
const key = newKey();
let directory: string;
let chain: DevChain;
let rpcUrl: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailroom-chain-'));
  chain = new DevChain(directory);
  ({ rpcUrl } = await chain.running());
  await placeFactory(rpcUrl);
});
afterAll(async () => {
  await chain.close();
  await rm(directory, { recursive: true, force: true });
});

const checks: SignatureCheck[] = [];
afterEach(async () => {
  await Promise.all(checks.splice(0).map((check) => check.close()));
});
function asking(url: string | null, timeoutMs = 5_000): SignatureCheck {
  const check = new SignatureCheck({ chainId: 31_337, rpcUrl: async () => url, timeoutMs });
  checks.push(check);
  return check;
}
const judge = (address: string, signature: string, { message = MESSAGE, url = rpcUrl as string | null } = {}) =>
  asking(url).judge(address.toLowerCase(), message, signature);

/** The other form of a signature, which is as good to whoever does not look. */
function highS(signature: Hex): Hex {
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
  const other = (ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0');
  return `0x${r}${other}${v === '1b' ? '1c' : '1b'}`;
}

describe('the signature of a key', () => {
  it('is known without a question to any chain, from wallets of either make', async () => {
    const node = await fakeChain(() => '0x');
    const wallet = Wallet.createRandom();
    const made = [
      [wallet.address, await wallet.signMessage(MESSAGE)],
      [key.address, await key.signMessage({ message: MESSAGE })],
      [key.address, (await key.signMessage({ message: MESSAGE })).toUpperCase().replace('0X', '0x')],
    ] as const;
    for (const [address, signature] of made) expect(await judge(address, signature, { url: node.url })).toBe('signed');
    expect(node.asked()).toBe(0);
    await node.close();
  });

  it.each<[string, (signature: Hex) => Promise<string> | string]>([
    ['empty', () => '0x'],
    ['a mock', () => `0x${'de'.repeat(65)}`],
    ['zeros', () => `0x${'00'.repeat(65)}`],
    ['that of another key', () => newKey().signMessage({ message: MESSAGE })],
    ['that of another text', () => key.signMessage({ message: `${MESSAGE}.` })],
    ['in the form with the high s', highS],
    ['compact (EIP-2098)', (signature) => signature.slice(0, -2)],
    ['of an unknown recovery number', (signature) => `${signature.slice(0, -2)}1d`],
    ['longer by a byte', (signature) => `${signature}00`],
    [
      'wrapped as that of a contract to come',
      (signature) => serializeErc6492Signature({ address: key.address, data: '0x', signature }),
    ],
    [
      'wrapped, in the form with the high s',
      (signature) => serializeErc6492Signature({ address: key.address, data: '0x', signature: highS(signature) }),
    ],
    ['wrapped in nothing that can be read', (signature) => `${signature}${'6492'.repeat(16)}`],
  ])('is refused, with a chain and without, if it is %s', async (_, change) => {
    const signature = await change(await key.signMessage({ message: MESSAGE }));
    expect(await judge(key.address, signature)).toBe('not_signed');
    expect(await judge(key.address, signature, { url: null })).toBe('not_signed');
  });

  it.each([
    ['line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a line end at its end', (text: string) => `${text}\n`],
    ['the case of a letter', (text: string) => text.replace('Nonce', 'nonce')],
  ])('is refused for a text that differs in %s', async (_, change) => {
    const signature = await key.signMessage({ message: MESSAGE });
    expect(await judge(key.address, signature, { message: change(MESSAGE) })).toBe('not_signed');
  });
});

describe('the signature of a contract wallet', () => {
  it('is what the contract says: its owner signs for it, and nobody else (ERC-1271)', async () => {
    const address = await deployWallet(rpcUrl, key);
    const signature = await key.signMessage({ message: MESSAGE });
    expect(await judge(address, signature)).toBe('signed');
    expect(await judge(address, await newKey().signMessage({ message: MESSAGE }))).toBe('not_signed');
    expect(await judge(address, signature, { message: `${MESSAGE}\n` })).toBe('not_signed');
    expect(await judge(address, signature, { url: null })).toBe('not_signed');
  });

  it('is known before the contract is deployed, and leaves nothing behind (ERC-6492)', async () => {
    const owner = newKey();
    const wallet = beforeDeployment(owner);
    const signature = await wallet.sign(MESSAGE);
    expect(await judge(wallet.address, signature)).toBe('signed');
    expect(await judge(wallet.address, await owner.signMessage({ message: MESSAGE }))).toBe('not_signed');
    const other = await newKey().signMessage({ message: MESSAGE });
    expect(await judge(wallet.address, wallet.wrap(other))).toBe('not_signed');
    expect(await judge(newKey().address, signature)).toBe('not_signed');
    expect(await judge(wallet.address, signature, { message: `${MESSAGE} ` })).toBe('not_signed');
  });
});

describe('a chain that does not answer as it should', () => {
  const nodes: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close();
  });
  const contract = '0x00000000000000000000000000000000000000c1';
  /** What becomes of a signature that only the chain can judge. */
  async function judgedBy(says: Says, signature?: string) {
    const node = await fakeChain(says);
    nodes.push(node);
    const made = signature ?? (await key.signMessage({ message: MESSAGE }));
    return asking(node.url, 300).judge(contract, MESSAGE, made);
  }
  const asChain = (says: Says): Says => {
    return (method, ...others) => (method === 'eth_chainId' ? '0x7a69' : says(method, ...others));
  };
  const endless = (response: ServerResponse) => {
    const more = () => {
      while (response.write(' '.repeat(1_000)) && !response.destroyed);
    };
    response.on('drain', more);
    more();
  };

  it('lets in with the one answer that means yes', async () => {
    expect(await judgedBy(asChain(() => YES))).toBe('signed');
  });

  it.each<[string, unknown]>([
    ['nothing, as where there is no contract', '0x'],
    ['no', `0xffffffff${'0'.repeat(56)}`],
    ['yes and something more', `${YES}00`],
    ['half of a yes', '0x1626ba7e'],
    ['a yes that is padded with something', `0x1626ba7e${'1'.repeat(56)}`],
    ['one', `0x${'0'.repeat(63)}1`],
  ])('lets nobody in if it says %s', async (_, result) => {
    expect(await judgedBy(asChain(() => result))).toBe('not_signed');
  });

  it('lets nobody in if it says that the call failed', async () => {
    const fails: Says = asChain((_, response) => {
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted' } }));
    });
    expect(await judgedBy(fails)).toBe('not_signed');
  });

  it.each<[string, Says]>([
    ['is another chain', (method) => (method === 'eth_chainId' ? '0x1' : YES)],
    ['does not say which chain it is', (method) => (method === 'eth_chainId' ? 'mainnet' : YES)],
    ['is silent', asChain(() => undefined)],
    ['is silent about which chain it is', (method) => (method === 'eth_chainId' ? undefined : YES)],
    ['sends without end', asChain((_, response) => endless(response))],
    ['sends too much', asChain((_, response) => void response.end(`"${'0'.repeat(100_000)}"`))],
    ['sends a page', asChain((_, response) => void response.end('<html>yes</html>'))],
    ['says true', asChain(() => true)],
    ['says what is not hexadecimal', asChain(() => '0xyes')],
    ['answers another question', asChain((_, r) => void r.end(`{"jsonrpc":"2.0","id":7,"result":"${YES}"}`))],
    ['answers several', asChain((_, r) => void r.end(`[{"jsonrpc":"2.0","id":1,"result":"${YES}"}]`))],
    ['leads elsewhere', asChain((_, r) => void r.writeHead(307, { location: rpcUrl }).end())],
    ['has trouble', asChain((_, r) => void r.writeHead(503).end('{"jsonrpc":"2.0","id":1,"error":{}}'))],
    ['breaks off', asChain((_, r) => void r.destroy())],
  ])('is no yes if it %s', async (_, says) => {
    expect(await judgedBy(says)).toBe('unknown');
  });

  it('is no yes if nobody listens, or nobody knows where it is', async () => {
    const signature = await key.signMessage({ message: MESSAGE });
    expect(await asking('http://127.0.0.1:1').judge(contract, MESSAGE, signature)).toBe('unknown');
    const lost = new SignatureCheck({ chainId: 31_337, rpcUrl: () => Promise.reject(new Error('none')) });
    checks.push(lost);
    expect(await lost.judge(contract, MESSAGE, signature)).toBe('unknown');
    expect(await lost.judge(key.address.toLowerCase(), MESSAGE, signature)).toBe('signed');
  });

  it('says yes before a deployment with exactly that', async () => {
    const wallet = beforeDeployment(newKey());
    const signature = await wallet.sign(MESSAGE);
    expect(
      await judgedBy(
        asChain(() => '0x01'),
        signature,
      ),
    ).toBe('signed');
    expect(
      await judgedBy(
        asChain(() => '0x00'),
        signature,
      ),
    ).toBe('not_signed');
    expect(
      await judgedBy(
        asChain(() => YES),
        signature,
      ),
    ).toBe('not_signed');
  });
});
