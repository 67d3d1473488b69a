import { Slots } from '@mailroom/concurrency';
import type { Hex } from 'viem';
import { ChainFailure, ChainRpc } from './chain-rpc.js';
import { isContractSignature } from './contract-signature.js';
import { isKeySignature } from './key-signature.js';
import { SignerRecovery } from './recovery/signer-recovery.js';

/**
 * What is known of a signature: the wallet made it; it did not; or it may be a contract wallet's, and the chain could not
 * be asked, which is no yes.
 */
export type Judgement = 'signed' | 'not_signed' | 'unknown';

export type SignatureCheckOptions = {
  readonly chainId: number;
  /** Where the chain is asked about contract wallets; null if nowhere. It is called only for signatures of no key. */
  readonly rpcUrl: () => Promise<string | null>;
  readonly timeoutMs?: number;
};

/** A chain that answers takes a tenth of this. */
const TIMEOUT_MS = 5_000;
/** Questions to the chain at a time: strangers get no more of it than that. */
const AT_ONCE = 16;

/** Says whether a wallet signed a message (EIP-191). The keys of ordinary wallets are checked here and ask nobody. */
export class SignatureCheck {
  readonly #slots = new Slots(AT_ONCE);
  readonly #recovery = new SignerRecovery();
  readonly #options: SignatureCheckOptions;
  #chain: { readonly url: string; readonly rpc: ChainRpc } | undefined;

  constructor(options: SignatureCheckOptions) {
    this.#options = options;
  }

  /** `address` is in lower case; `signature` is hexadecimal. */
  async judge(address: string, message: string, signature: string): Promise<Judgement> {
    const { hashMessage } = await import('viem/utils');
    const [hash, made] = [hashMessage(message), signature.toLowerCase() as Hex];
    if (await isKeySignature(address, hash, made, (job) => this.#recovery.signerOf(job))) return 'signed';
    const timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS;
    return (await this.#slots.run(timeoutMs, () => this.#askChain(address, hash, made))) ?? 'unknown';
  }

  /** Releases the thread that checks keys; whatever is still to be judged is judged without it. */
  async close(): Promise<void> {
    await this.#recovery.close();
  }

  async #askChain(address: string, hash: Hex, signature: Hex): Promise<Judgement> {
    try {
      const rpc = await this.#rpc();
      if (rpc === null) return 'not_signed';
      return (await isContractSignature(rpc, address, hash, signature)) ? 'signed' : 'not_signed';
    } catch (error) {
      if (error instanceof ChainFailure) return 'unknown';
      throw error;
    }
  }

  /** The development chain has another address after each start. */
  async #rpc(): Promise<ChainRpc | null> {
    const { chainId, rpcUrl, timeoutMs = TIMEOUT_MS } = this.#options;
    const url = await rpcUrl().catch(() => {
      throw new ChainFailure('The chain could not be found.');
    });
    if (url === null) return null;
    if (this.#chain?.url !== url) this.#chain = { url, rpc: new ChainRpc(url, chainId, timeoutMs) };
    return this.#chain.rpc;
  }
}
