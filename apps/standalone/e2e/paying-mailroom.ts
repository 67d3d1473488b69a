import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DevChain, serveFacilitator } from '@mailroom/dev-chain';
import { startOwnMailroom, type OwnMailroom } from './mailroom-fixture.js';

const DOLLARS = 1_000_000n;

export type PayingMailroom = OwnMailroom & {
  /** Gives a wallet money. */
  fund(address: `0x${string}`, dollars: bigint): Promise<unknown>;
};

/** The system beside a chain of its own, on which people pay. */
export async function startPayingMailroom(env: Record<string, string> = {}): Promise<PayingMailroom> {
  const directory = await mkdtemp(join(tmpdir(), 'mailroom-chain-'));
  const chain = new DevChain(directory);
  const running = await chain.running();
  const facilitator = await serveFacilitator(running.facilitator);
  const mailroom = await startOwnMailroom({
    PAYMENTS: 'facilitator',
    X402_FACILITATOR_URL: facilitator.url,
    X402_NETWORK: running.network,
    X402_ASSET: running.asset,
    X402_ASSET_NAME: running.assetName,
    X402_ASSET_VERSION: running.assetVersion,
    X402_PAY_TO: running.payTo,
    X402_RPC_URL: running.rpcUrl,
    ...env,
  });
  const close = async () => {
    await mailroom.close();
    await facilitator.close();
    await chain.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...mailroom, close, fund: (address, dollars) => chain.fund(address, dollars * DOLLARS) };
}
