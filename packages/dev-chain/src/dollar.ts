import { getContractAddress } from 'viem';
import { FEES, giveEther, tell, type ChainClient } from './chain-client.js';
import { dollarAbi, dollarBytecode, multicallRuntime } from './contract.artifact.js';

/** The words of the dollar's signatures (EIP-712). */
export const DOLLAR = { name: 'USDC', version: '2', decimals: 6 } as const;

/** Where Multicall3 is on every chain. */
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** Puts the test dollar on the chain if it is missing; returns its address, which its owner's key decides. */
export async function ensureDollar(owner: ChainClient): Promise<`0x${string}`> {
  const address = getContractAddress({ from: owner.account.address, nonce: 0n });
  if (await owner.getCode({ address })) return address;
  await giveEther(owner, owner.account.address);
  await tell(owner, 'anvil_setCode', [MULTICALL, multicallRuntime]);
  const args = [DOLLAR.name, DOLLAR.version] as const;
  const hash = await owner.deployContract({ abi: dollarAbi, bytecode: dollarBytecode, args, nonce: 0, ...FEES });
  await owner.waitForTransactionReceipt({ hash });
  return address;
}

/** Makes test dollars, counted in millionths. */
export async function mintDollars(
  owner: ChainClient,
  dollar: `0x${string}`,
  to: `0x${string}`,
  amount: bigint,
): Promise<bigint> {
  const call = { address: dollar, abi: dollarAbi } as const;
  const hash = await owner.writeContract({ ...call, functionName: 'mint', args: [to, amount], ...FEES });
  await owner.waitForTransactionReceipt({ hash });
  return owner.readContract({ ...call, functionName: 'balanceOf', args: [to] });
}
