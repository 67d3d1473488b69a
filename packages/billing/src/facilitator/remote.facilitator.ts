import { Facilitator, FacilitatorFailure, kindOf, type PaymentPlace, type SignedPayment } from './facilitator.js';

const MAX_BYTES = 65_536;

export type RemoteOptions = { readonly url: string; readonly place: PaymentPlace; readonly timeoutMs: number };

/** An x402 facilitator that is reached by its URL. */
export class RemoteFacilitator extends Facilitator {
  readonly #closing = new AbortController();

  constructor(private readonly options: RemoteOptions) {
    super();
  }

  override async place(): Promise<PaymentPlace> {
    return this.options.place;
  }

  override async verify(payment: SignedPayment): Promise<unknown> {
    return this.#post('verify', payment);
  }

  override async settle(payment: SignedPayment): Promise<unknown> {
    return this.#post('settle', payment);
  }

  override async close(): Promise<void> {
    this.#closing.abort();
  }

  async #post(call: 'verify' | 'settle', { payload, requirements }: SignedPayment): Promise<unknown> {
    const body = JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements: requirements });
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.options.timeoutMs)]);
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    try {
      const url = `${this.options.url}/${call}`;
      const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
      // What is refused may come with any status; the body decides.
      return JSON.parse(await boundedText(answer));
    } catch (error) {
      const cause = kindOf(error instanceof TypeError ? error.cause : error);
      throw new FacilitatorFailure(`The facilitator gave no answer to ${call}.`, { cause });
    }
  }
}

async function boundedText(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > MAX_BYTES) throw new FacilitatorFailure('The answer is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
