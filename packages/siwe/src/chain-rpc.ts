import type { Hex } from 'viem';

/** The chain did not answer, or not as it has to. */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure';
}

const MAX_BYTES = 65_536;

/** Reads a chain over JSON-RPC, and believes only what has the right form, from the right chain, in time. */
export class ChainRpc {
  #isRightChain = false;

  constructor(
    private readonly url: string,
    private readonly chainId: number,
    private readonly timeoutMs: number,
  ) {}

  /**
   * What a call returns; null if the chain says that it failed, which is an answer about a contract as well.
   * @throws ChainFailure
   */
  async call(call: { readonly to?: string; readonly data: Hex }): Promise<Hex | null> {
    const signal = AbortSignal.timeout(this.timeoutMs);
    try {
      const [answer] = await Promise.all([
        this.#ask('eth_call', [call, 'latest'], signal),
        this.#isRightChain || this.#requireChain(signal),
      ]);
      return answer;
    } catch (error) {
      throw error instanceof ChainFailure ? error : new ChainFailure('The chain could not be asked.');
    }
  }

  async #requireChain(signal: AbortSignal): Promise<void> {
    const id = await this.#ask('eth_chainId', [], signal);
    if (id === null || BigInt(id) !== BigInt(this.chainId)) throw new ChainFailure('Another chain answered.');
    this.#isRightChain = true;
  }

  async #ask(method: string, params: readonly unknown[], signal: AbortSignal): Promise<Hex | null> {
    const id = 1;
    const answer = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      redirect: 'error',
      signal,
    });
    const said: unknown = JSON.parse(await boundedText(answer));
    const { jsonrpc, id: saidId, result, error } = Object(said) as Record<string, unknown>;
    if (jsonrpc !== '2.0' || saidId !== id) throw new ChainFailure('That was no answer.');
    if (typeof result === 'string' && /^0x[0-9a-f]*$/i.test(result)) return result.toLowerCase() as Hex;
    // A node that has trouble of its own says so with another status.
    if (answer.ok && result === undefined && typeof error === 'object' && error !== null) return null;
    throw new ChainFailure('That was no answer.');
  }
}

async function boundedText(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > MAX_BYTES) throw new ChainFailure('The answer is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
