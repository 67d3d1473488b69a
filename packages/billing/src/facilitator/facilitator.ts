import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';

/** Where payments go. */
export type PaymentPlace = {
  /** CAIP-2. */
  readonly network: string;
  readonly asset: string;
  /** The words of the asset's signatures (EIP-712). */
  readonly assetName: string;
  readonly assetVersion: string;
  readonly payTo: string;
  /** Where the chain's own record is read; null if nobody knows. */
  readonly rpcUrl: string | null;
};

/** A payment that somebody signed, and what it answers. */
export type SignedPayment = { readonly payload: PaymentPayload; readonly requirements: PaymentRequirements };

/** Whoever checks and settles payments on the chain. What it answers is not to be believed before it was read. */
export abstract class Facilitator {
  /** Starts what has to run before a payment can be asked for. @throws unavailable */
  abstract place(): Promise<PaymentPlace>;
  abstract verify(payment: SignedPayment): Promise<unknown>;
  abstract settle(payment: SignedPayment): Promise<unknown>;
  /** Lets the chain's clock go on, where nothing else does. */
  async tick(): Promise<void> {}
  abstract close(): Promise<void>;
}

export type VerifyAnswer = { readonly ok: true } | { readonly ok: false; readonly reason: string };
export type SettleAnswer =
  { readonly ok: true; readonly transaction: string } | { readonly ok: false; readonly reason: string };

/** The facilitator did not answer, or not as x402 says. */
export class FacilitatorFailure extends Error {
  override readonly name = 'FacilitatorFailure';
}

/** What failed, without what it was about: messages of the chain's client quote wallets, and addresses that hold keys. */
export function kindOf(error: unknown): Error {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  return new Error([name, code].filter((part) => typeof part === 'string').join(' ') || 'unknown');
}

const transactionForm = /^0x[0-9a-f]{64}$/i;

/** @throws FacilitatorFailure */
export function readVerifyAnswer(answer: unknown): VerifyAnswer {
  const { isValid, invalidReason } = Object(answer) as Record<string, unknown>;
  if (isValid === true) return { ok: true };
  if (isValid === false) return { ok: false, reason: reasonOf(invalidReason) };
  throw new FacilitatorFailure('The facilitator did not say whether the payment is valid.');
}

/** Only a transaction on the network that was asked for is a settlement. @throws FacilitatorFailure */
export function readSettleAnswer(answer: unknown, { network }: PaymentRequirements): SettleAnswer {
  const { success, errorReason, transaction, network: settledOn } = Object(answer) as Record<string, unknown>;
  if (success === false) return { ok: false, reason: reasonOf(errorReason) };
  const isTransaction = typeof transaction === 'string' && transactionForm.test(transaction);
  if (success === true && isTransaction && settledOn === network) return { ok: true, transaction };
  throw new FacilitatorFailure('The facilitator did not say whether the payment is settled.');
}

/** A word that may be stored and shown, whatever the other side wrote. */
function reasonOf(text: unknown): string {
  return typeof text === 'string' && /^[\w:.-]{1,100}$/.test(text) ? text : 'refused';
}
