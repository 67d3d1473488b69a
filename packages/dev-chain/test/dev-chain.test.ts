import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isAlive } from '@mailroom/embedded-postgres';
import { until } from '@mailroom/testing';
import { createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { DevChain, dollarAbi, serveFacilitator } from '../src/index.js';

const DOLLAR = 1_000_000n;

let directory: string;
let chains: DevChain[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailroom-chain-'));
  chains = [];
});
afterEach(async () => {
  for (const chain of chains) await chain.close();
  await rm(directory, { recursive: true, force: true });
});

function open(): DevChain {
  const chain = new DevChain(directory);
  chains.push(chain);
  return chain;
}

const someone = () => privateKeyToAccount(generatePrivateKey()).address;

async function processId(): Promise<number> {
  return (JSON.parse(await readFile(join(directory, 'anvil.json'), 'utf8')) as { pid: number }).pid;
}

async function balanceOf(chain: DevChain, address: `0x${string}`): Promise<bigint> {
  const { rpcUrl, asset } = await chain.running();
  const client = createPublicClient({ transport: http(rpcUrl) });
  return client.readContract({ address: asset, abi: dollarAbi, functionName: 'balanceOf', args: [address] });
}

const isGone = (pid: number) => () => !isAlive(pid);

describe('the development chain', () => {
  it('gives test dollars, and has them and its addresses after a restart', async () => {
    const address = someone();
    const first = open();
    expect((await first.fund(address, 5n * DOLLAR)).balance).toBe(5n * DOLLAR);
    const { asset, payTo } = await first.running();
    const pid = await processId();
    await first.close();
    expect(isGone(pid)()).toBe(true);
    const second = open();
    expect(await second.running()).toMatchObject({ asset, payTo });
    expect(await balanceOf(second, address)).toBe(5n * DOLLAR);
  });

  it('is one for all who use its directory, started together or not, and ends with the last of them', async () => {
    const users = Array.from({ length: 5 }, open);
    const running = await Promise.all(users.map((user) => user.running()));
    expect(new Set(running.map(({ rpcUrl }) => rpcUrl)).size).toBe(1);
    const address = someone();
    await Promise.all(users.map((user) => user.fund(address, DOLLAR)));
    const pid = await processId();
    for (const user of users.slice(1)) await user.close();
    expect(await balanceOf(users[0] as DevChain, address)).toBe(5n * DOLLAR);
    await users[0]?.close();
    expect(isGone(pid)()).toBe(true);
  });

  it('is started again by the next call where it was killed', async () => {
    const chain = open();
    const { asset } = await chain.running();
    const pid = await processId();
    process.kill(pid, 'SIGKILL');
    await until(isGone(pid));
    expect(await chain.running()).toMatchObject({ asset });
    expect(await processId()).not.toBe(pid);
  });

  it('that a killed process left behind is taken over with its last blocks', async () => {
    const address = someone();
    const dist = new URL('../dist/index.js', import.meta.url).href;
    const script = `import { DevChain } from ${JSON.stringify(dist)};
      await new DevChain(${JSON.stringify(directory)}).fund('${address}', 3_000_000n);
      process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    await once(child, 'exit');
    const pid = await processId();
    const chain = open();
    expect(await balanceOf(chain, address)).toBe(3n * DOLLAR);
    expect(await processId()).toBe(pid);
    await chain.close();
    expect(isGone(pid)()).toBe(true);
  });

  it('refuses what is no address', async () => {
    await expect(open().fund('0x1234', DOLLAR)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('serves its facilitator over HTTP', async () => {
    const { facilitator, network } = await open().running();
    const server = await serveFacilitator(facilitator);
    const supported = await (await fetch(`${server.url}/supported`)).json();
    expect(supported).toMatchObject({ kinds: [{ x402Version: 2, scheme: 'exact', network }] });
    expect((await fetch(`${server.url}/verify`, { method: 'POST', body: 'x' })).status).toBe(500);
    expect((await fetch(`${server.url}/else`)).status).toBe(404);
    await server.close();
  });
});
