import { setTimeout as sleep } from 'node:timers/promises';
import type { DevChain, RunningChain } from '@mailroom/dev-chain';
import { Facilitator, FacilitatorFailure, kindOf, type PaymentPlace, type SignedPayment } from './facilitator.js';

/** Our own facilitator on the development chain, which is loaded and started by the first call that needs it. */
export class EmbeddedFacilitator extends Facilitator {
  #chain: Promise<DevChain> | undefined;
  #closed = false;

  constructor(
    private readonly directory: string,
    private readonly timeoutMs: number,
  ) {
    super();
  }

  override async place(): Promise<PaymentPlace> {
    const { network, asset, assetName, assetVersion, payTo, rpcUrl } = await this.#running();
    return { network, asset, assetName, assetVersion, payTo, rpcUrl };
  }

  override async verify({ payload, requirements }: SignedPayment): Promise<unknown> {
    return this.#within(async () => (await this.#running()).facilitator.verify(payload, requirements));
  }

  override async settle({ payload, requirements }: SignedPayment): Promise<unknown> {
    return this.#within(async () => (await this.#running()).facilitator.settle(payload, requirements));
  }

  override async tick(): Promise<void> {
    await (await this.#running()).mine();
  }

  override async close(): Promise<void> {
    this.#closed = true;
    await (await this.#chain)?.close();
  }

  async #running(): Promise<RunningChain> {
    if (this.#closed) throw new FacilitatorFailure('The development chain is being stopped.');
    this.#chain ??= import('@mailroom/dev-chain').then(({ DevChain }) => new DevChain(this.directory));
    return (await this.#chain).running();
  }

  async #within(work: () => Promise<unknown>): Promise<unknown> {
    const tooLate = new AbortController();
    const limit = sleep(this.timeoutMs, undefined, { signal: tooLate.signal, ref: false }).then(() => {
      throw new FacilitatorFailure('The development chain took too long.');
    });
    limit.catch(() => {});
    try {
      return await Promise.race([work(), limit]);
    } catch (error) {
      throw new FacilitatorFailure('The development chain did not answer.', { cause: kindOf(error) });
    } finally {
      tooLate.abort();
    }
  }
}
