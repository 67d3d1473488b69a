import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements, SettleResponse, VerifyResponse } from '@x402/core/types';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { CHAIN_ID } from './anvil.js';
import { FEES, type ChainClient } from './chain-client.js';
import type { PendingSettlements } from './pending-settlements.js';

/** What an x402 facilitator does, here or behind HTTP. */
export type X402Facilitator = {
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse>;
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse>;
  supported(): object;
};

export const NETWORK = `eip155:${CHAIN_ID}` as const;

const CONFIRMATION_MS = 10_000;

/** Our own facilitator, which pays the fees of the chain with an account that nobody else uses. */
export function devFacilitator(client: ChainClient, pending: PendingSettlements): X402Facilitator {
  const next = oneAtATime();
  const args = <T extends { readonly args?: readonly unknown[] }>(call: T) => ({ ...call, args: call.args ?? [] });
  const signer = toFacilitatorEvmSigner(
    {
      address: client.account.address,
      getCode: (call) => client.getCode(call),
      readContract: (call) => client.readContract(args(call)),
      verifyTypedData: (call) => client.verifyTypedData(call as Parameters<ChainClient['verifyTypedData']>[0]),
      // Each takes the account's next number when it is its turn.
      writeContract: (call) => next(() => client.writeContract({ ...args(call), ...FEES } as never)),
      sendTransaction: (call) => next(() => client.sendTransaction({ ...call, ...FEES } as never)),
      waitForTransactionReceipt: (call) => client.waitForTransactionReceipt(call),
    },
    { confirmationTimeoutMs: CONFIRMATION_MS },
  );
  const scheme = new ExactEvmScheme(signer, { pendingSettlementStore: pending, simulateInSettle: true });
  const facilitator = new x402Facilitator().register(NETWORK, scheme);
  return {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    supported: () => facilitator.getSupported(),
  };
}

function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };
}
