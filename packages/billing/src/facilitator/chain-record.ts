import type { Address, Hex, PublicClient } from 'viem';
import { FacilitatorFailure, kindOf } from './facilitator.js';
import {
  authorizationCanceled,
  authorizationUsed,
  readsAuthorization,
  transferEvent,
  transferTypes,
} from './eip3009.js';

/** A payment that the chain is asked about. */
export type PaymentTrace = {
  /** CAIP-2. */
  readonly network: string;
  readonly asset: string;
  readonly payer: string;
  readonly payTo: string;
  readonly amount: bigint;
  readonly nonce: string;
  /** Nothing about it is older. */
  readonly since: Date;
};

/**
 * What the chain says: the transfer to us happened; it did not, as of the chain's time; its nonce went elsewhere; or the
 * nonce is used, but where to is not to be found any more.
 */
export type ChainAnswer =
  | { readonly state: 'paid'; readonly transaction: string }
  | { readonly state: 'unused'; readonly chainTime: Date }
  | { readonly state: 'elsewhere' }
  | { readonly state: 'unclear' };

/** What was signed, for a check of the signature. */
export type SignedTransfer = {
  readonly name: string;
  readonly version: string;
  readonly validAfter: string;
  readonly validBefore: string;
  readonly signature: string;
};

const ANSWER_MS = 5_000;
/** Providers answer for so many blocks at once. */
const SPAN = 2_000n;
const MAX_SPANS = 30;

/** Reads the chain's own record of payments. */
export class ChainRecord {
  #client: Promise<PublicClient> | undefined;

  constructor(private readonly rpcUrl: string) {}

  /** @throws FacilitatorFailure if the chain can't be asked */
  async find(trace: PaymentTrace): Promise<ChainAnswer> {
    try {
      return await this.#find(await this.#open(), trace);
    } catch (error) {
      throw new FacilitatorFailure('The chain could not be asked.', { cause: kindOf(error) });
    }
  }

  /** Whether the payer has signed this very transfer, an account or a contract wallet. @throws FacilitatorFailure */
  async isSigned(trace: PaymentTrace, signed: SignedTransfer): Promise<boolean> {
    const { asset, payer, payTo, amount, network, nonce } = trace;
    const { name, version, validAfter, validBefore, signature } = signed;
    try {
      const client = await this.#open();
      return await client.verifyTypedData({
        address: payer as Address,
        domain: { name, version, chainId: Number(network.split(':')[1]), verifyingContract: asset as Address },
        types: transferTypes,
        primaryType: 'TransferWithAuthorization',
        message: {
          from: payer as Address,
          to: payTo as Address,
          value: amount,
          validAfter: BigInt(validAfter),
          validBefore: BigInt(validBefore),
          nonce: nonce as Hex,
        },
        signature: signature as Hex,
      });
    } catch (error) {
      throw new FacilitatorFailure('The chain could not be asked.', { cause: kindOf(error) });
    }
  }

  async #open(): Promise<PublicClient> {
    this.#client ??= import('viem').then(({ createPublicClient, http }) =>
      createPublicClient({ transport: http(this.rpcUrl, { timeout: ANSWER_MS, retryCount: 1 }) }),
    );
    return this.#client;
  }

  async #find(client: PublicClient, trace: PaymentTrace): Promise<ChainAnswer> {
    const [address, payer, nonce] = [trace.asset as Address, trace.payer as Address, trace.nonce as Hex];
    const latest = await client.getBlock();
    // Read as of this block, so that "not used" holds at its time. Providers have several nodes, of which some are behind;
    // one that does not know the block yet fails.
    const args = [payer, nonce] as const;
    const isUsed = await client.readContract({
      address,
      abi: readsAuthorization,
      functionName: 'authorizationState',
      args,
      blockNumber: latest.number,
    });
    if (!isUsed) return { state: 'unused', chainTime: new Date(Number(latest.timestamp) * 1_000) };
    let to = latest.number;
    for (let spans = 0; spans < MAX_SPANS; spans++) {
      const from = to >= SPAN ? to - SPAN + 1n : 0n;
      // Blocks may have come since.
      const range = {
        address,
        args: { authorizer: payer, nonce },
        fromBlock: from,
        toBlock: spans === 0 ? 'latest' : to,
      } as const;
      const [used] = await client.getLogs({ ...range, event: authorizationUsed });
      if (used) return this.#judge(client, used.transactionHash, used.logIndex, trace);
      const canceled = await client.getLogs({ ...range, event: authorizationCanceled });
      if (canceled.length > 0) return { state: 'elsewhere' };
      if (from === 0n) break;
      const { timestamp } = await client.getBlock({ blockNumber: from });
      if (Number(timestamp) * 1_000 < trace.since.getTime()) break;
      to = from - 1n;
    }
    return { state: 'unclear' };
  }

  /** The first transfer of the asset behind the use of the nonce is the one that it authorized. */
  async #judge(client: PublicClient, hash: Hex, logIndex: number, trace: PaymentTrace): Promise<ChainAnswer> {
    const { parseEventLogs } = await import('viem');
    const receipt = await client.getTransactionReceipt({ hash });
    const logs = receipt.logs.filter((log) => log.logIndex > logIndex && same(log.address, trace.asset));
    const [transfer] = parseEventLogs({ abi: transferEvent, logs });
    if (receipt.status !== 'success' || !transfer) return { state: 'unclear' };
    const { from, to, value } = transfer.args;
    const isOurs = same(from, trace.payer) && same(to, trace.payTo) && value === trace.amount;
    return isOurs ? { state: 'paid', transaction: hash } : { state: 'elsewhere' };
  }
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
