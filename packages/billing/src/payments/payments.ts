import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { CreditAccountRepository } from '../credits/credit-account.repository.js';
import type { Facilitator, PaymentPlace } from '../facilitator/facilitator.js';
import { isOpen, type Receipt } from '../receipts/receipt.js';
import { ReceiptRepository } from '../receipts/receipt.repository.js';
import { ReceiptSettlement } from '../receipts/receipt-settlement.js';
import { quotes, refusedProofs } from './payment-metrics.js';
import { PaymentPurposes } from './payment-purposes.js';
import { PaymentsOptions } from './payments.options.js';
import { answersQuote, checkProof, hashOf, parseProof, type Proof } from './proof.js';
import { quoteOf, type Order, type Quote } from './quote.js';
import { formatUsdc } from './usdc.js';

/** What a request says about paying. */
export type PaymentRequest = {
  readonly tenantId: string;
  /** The address of this installation, for the quote. */
  readonly baseUrl: string;
  /** The header `payment-signature`, if it came. */
  readonly proof: string | undefined;
};

/** Quotes, takes and settles payments of x402, version 2, whatever they are for. */
@Injectable()
export class Payments {
  constructor(
    private readonly database: Database,
    private readonly accounts: CreditAccountRepository,
    private readonly receipts: ReceiptRepository,
    private readonly settlement: ReceiptSettlement,
    private readonly purposes: PaymentPurposes,
    private readonly options: PaymentsOptions,
  ) {}

  /** Where payments go. @throws unavailable if there are none, or if the chain does not start */
  async place(): Promise<PaymentPlace> {
    return this.#facilitator().place();
  }

  /**
   * Answers with the settled receipt of the order, or says what to pay. Until a proof is in order, nothing is written.
   * @throws payment_required, invalid_payment, payment_failed, quota_exceeded, unavailable
   */
  async pay(request: PaymentRequest, order: Order): Promise<Receipt> {
    const { tenantId, proof: header } = request;
    const quote = await this.#quote(request, order);
    if (header === undefined) throw required('This costs', order, quote);
    const proof = this.#read(header);
    const receipt =
      (await this.receipts.known(tenantId, hashOf(proof))) ?? (await this.#open(tenantId, order, proof, quote));
    return this.#settled(await this.settlement.drive(receipt.id), quote);
  }

  /** The receipt that this very proof has already; a proof that came before is answered as it was. */
  async receiptOf({ tenantId, proof }: PaymentRequest): Promise<Receipt | undefined> {
    if (proof === undefined) return undefined;
    const known = await this.receipts.known(tenantId, hashOf(this.#read(proof)));
    return known && isOpen(known) ? this.settlement.drive(known.id) : known;
  }

  /** Tries to settle a receipt of the tenant again. @throws not_found, payment_failed, unavailable */
  async confirm(request: PaymentRequest, receiptId: string): Promise<Receipt> {
    this.#facilitator();
    const found = await this.receipts.find(receiptId);
    if (found?.tenantId !== request.tenantId) throw new DomainError('not_found', 'There is no such receipt.');
    const receipt = isOpen(found) ? await this.settlement.drive(found.id) : found;
    if (receipt.status === 'settled') return receipt;
    const order = this.purposes.of(receipt.purpose).orderLike(receipt);
    return this.#settled(receipt, await this.#quote(request, order));
  }

  #facilitator(): Facilitator {
    if (this.options.facilitator) return this.options.facilitator;
    throw new DomainError(
      'unavailable',
      'This installation takes no payments: set PAYMENTS=dev-chain or facilitator.',
      {
        fix: 'Ask the operator of the installation to set PAYMENTS.',
      },
    );
  }

  #read(header: string): Proof {
    try {
      return parseProof(header);
    } catch (error) {
      refusedProofs.inc();
      throw error;
    }
  }

  async #quote({ baseUrl }: PaymentRequest, order: Order): Promise<Quote> {
    const { path, description } = this.purposes.of(order.purpose);
    const resource = { url: `${baseUrl}${path}`, description, mimeType: 'application/json' };
    return quoteOf(await this.place(), order, resource);
  }

  async #open(tenantId: string, order: Order, proof: Proof, quote: Quote): Promise<Receipt> {
    if (!answersQuote(proof, quote)) throw required('The quote has changed; this costs', order, quote);
    try {
      checkProof(proof, quote);
    } catch (error) {
      refusedProofs.inc();
      throw error;
    }
    const [requirements] = quote.accepts;
    const { from, nonce, validBefore } = proof.payload.authorization;
    const { network, asset, payTo } = requirements;
    return this.database.transaction(async (tx) => {
      await this.accounts.open(tx, tenantId);
      return this.receipts.open(tx, {
        ...order,
        tenantId,
        network,
        asset: asset.toLowerCase(),
        payTo: payTo.toLowerCase(),
        payer: from,
        nonce,
        validBefore: new Date(Number(validBefore) * 1_000),
        proofHash: hashOf(proof),
        proof: { ...proof, accepted: requirements },
        requirements,
      });
    });
  }

  #settled(receipt: Receipt, quote: Quote): Receipt {
    if (receipt.status === 'settled') return receipt;
    throw failed(receipt, quote);
  }
}

function required(words: string, { amount }: Order, quote: Quote): DomainError {
  quotes.inc();
  const message = `${words} ${formatUsdc(amount)} USDC: sign the quote and send the request again.`;
  const fix = 'Pay the quote: sign it, and send the request again with the header payment-signature.';
  return new DomainError('payment_required', message, { fix, details: { quote } });
}

function failed({ id, status, reason }: Receipt, quote: Quote): DomainError {
  const isOver = status === 'failed';
  const message = `The payment is ${isOver ? 'not settled and never will be' : 'not settled yet'} (${reason ?? 'in progress'}).`;
  const fix = isOver
    ? 'Pay the new quote with a new authorization.'
    : 'Send the receiptId to POST /v1/billing/payment/confirm until it is settled or failed; do not pay again before.';
  const details = { receiptId: id, receiptStatus: status, reason, quote };
  return new DomainError('payment_failed', message, { fix, details });
}
