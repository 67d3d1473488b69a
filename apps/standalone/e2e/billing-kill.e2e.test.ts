import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { DevChain, dollarAbi } from '@mailroom/dev-chain';
import { until } from '@mailroom/testing';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { launchOperator } from './operator-command.js';
import { StandaloneProcess } from './standalone-process.js';

let system: StandaloneProcess;
let chain: DevChain;
beforeAll(async () => {
  system = await StandaloneProcess.make();
  chain = new DevChain(join(system.dataDirectory, 'chain'));
});
afterAll(async () => {
  await chain.close();
  await system.remove();
});

const billing = (path: string) => `http://127.0.0.1:${system.ports.http}/v1/billing${path}`;

/** What was paid to us, in millionths. */
async function received(): Promise<bigint> {
  const { rpcUrl, asset, payTo } = await chain.running();
  const client = createPublicClient({ transport: http(rpcUrl) });
  return client.readContract({ address: asset, abi: dollarAbi, functionName: 'balanceOf', args: [payTo] });
}

const forgetLeases = statement(
  'test-forget-leases',
  `update receipt set lease_expires_at = least(lease_expires_at, now()), next_attempt_at = now()
   where status in ('pending', 'verified')`,
);
const countOpen = statement(
  'test-open',
  `select count(*) filter (where status in ('pending', 'verified'))::int as open,
     count(*) filter (where status = 'settled')::int as settled from receipt`,
);

describe('npm start with its development chain', () => {
  it('starts no chain before it is needed; killed again and again while it is paid, it credits what was paid, once', async () => {
    await system.start();
    expect(existsSync(join(system.dataDirectory, 'chain'))).toBe(false);
    const token = (await readFile(join(system.dataDirectory, 'manager-token'), 'utf8')).trim();
    const account = privateKeyToAccount(generatePrivateKey());
    const env = { MAILROOM_DATA_DIR: system.dataDirectory };
    const funded = await launchOperator(['chain', 'fund', account.address, '100', '--json'], env).ended;
    expect(JSON.parse(funded.stdout)).toMatchObject([{ usdc: '100.00' }]);
    const { network, asset } = await chain.running();
    const pay = wrapFetchWithPaymentFromConfig(fetch, {
      schemes: [{ network: network as 'eip155:31337', client: new ExactEvmScheme(account) }],
      spendControls: { allowedAssets: [{ network: network as 'eip155:31337', asset }] },
    });
    const headers = { authorization: `Bearer ${token}` };
    let paying = true;
    let paid = 0;
    const payer = async () => {
      while (paying) {
        const answer = await pay(billing('/topup'), { method: 'POST', headers }).catch(() => null);
        if (answer?.status === 200) paid += 1;
        // It is being started again.
        else await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const payers = Array.from({ length: 6 }, payer);
    for (let round = 1; round <= 3; round += 1) {
      const goal = paid + 5;
      await until(() => paid >= goal, { timeoutMs: 60_000, what: `${goal} payments` });
      await system.end('SIGKILL');
      await system.start();
    }
    paying = false;
    await Promise.all(payers);
    const url = (await readFile(join(system.dataDirectory, 'database-url'), 'utf8')).trim();
    const database = new Database({ url, poolSize: 1 });
    await database.query(forgetLeases);
    let count = { open: 1, settled: 0 };
    const isDone = async () => {
      [count = count] = await database.query<typeof count>(countOpen);
      return count.open === 0;
    };
    await until(isDone, { timeoutMs: 60_000, what: 'every receipt to be final' });
    await database.close();
    const answer = await fetch(billing('/account'), { headers });
    const { availableCredits } = (await answer.json()) as { availableCredits: number };
    expect(availableCredits).toBe(count.settled * 100);
    expect(BigInt(availableCredits) * 1_000n).toBe(await received());
    expect(count.settled).toBeGreaterThanOrEqual(paid);
    expect((await launchOperator(['ledger', 'verify', '--json'], env).ended).stdout.trim()).toBe('[]');
    await system.end('SIGTERM');
  }, 240_000);
});
