import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, isUniqueViolation } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { TenantService } from '@mailroom/identity';
import { Payments, type PaymentRequest } from '../payments/payments.js';
import { refuseSuspended } from '../payments/suspended-buyer.js';
import type { Receipt } from '../receipts/receipt.js';
import { formatUsdc } from '../payments/usdc.js';
import { PaymentProofRepository, type StoredProof } from './payment-proof.repository.js';
import { PROOF_CREDITS, ProofPurpose } from './proof.purpose.js';
import { isProofOf, parseProofText, proofText, ProofRefused, type PaidCall, type ProofText } from './proof-text.js';

/** A proof for its holder, and the payment that was made for it, if there was one. */
export type IssuedProof = {
  readonly text: string;
  readonly expiresAt: Date;
  readonly credits: number;
  readonly receipt: Receipt | null;
};

/** A proof that could pay for a call when it was looked at; only `spend` decides. */
export type CheckedProof = { readonly secondsLeft: number };

const NONCE_BYTES = 16;

/** Issues and takes proofs of payment, each for one call of one tenant. */
@Injectable()
export class PaymentProofs {
  constructor(
    private readonly database: Database,
    private readonly proofs: PaymentProofRepository,
    private readonly payments: Payments,
    private readonly tenants: TenantService,
    private readonly purpose: ProofPurpose,
  ) {}

  /** What a proof costs, in dollars. */
  get price(): string {
    return formatUsdc(this.purpose.order().amount);
  }

  /**
   * Issues a proof from the tenant's credits, or from those that the payment in the request brings. The same payment is
   * answered with the same proof, as long as that can be used.
   * @throws policy_suspended, and what `Payments.pay` throws, where there are too few credits
   */
  async issue(request: PaymentRequest, call: PaidCall): Promise<IssuedProof> {
    requireKey(this.database);
    const receipt = request.proof === undefined ? null : await this.#paid(request);
    const proof = await this.#issue(call, receipt?.id ?? null);
    if (proof) return this.#issued(proof, call, receipt);
    // What was paid is used up, so this asks for another payment.
    await this.#paid({ ...request, proof: undefined });
    throw new Error('A request without a payment was taken for a paid one.');
  }

  /** Whether the proof would pay for the call now; it is not used up. @throws ProofRefused */
  async check(call: PaidCall, text: string): Promise<CheckedProof> {
    const { nonce } = await this.#read(this.database, call, text);
    const found = await this.proofs.find(call.tenantId, nonce);
    if (!found || found.used || found.secondsLeft <= 0)
      throw new ProofRefused(found?.used ? 'proof_used' : 'proof_expired');
    return { secondsLeft: found.secondsLeft };
  }

  /** Spends the proof, in the transaction of the call that it pays for. @throws ProofRefused */
  async spend(on: Pick<Database, 'query'>, call: PaidCall, text: string): Promise<void> {
    const { nonce } = await this.#read(on, call, text);
    if (await this.proofs.spend(on, call.tenantId, nonce)) return;
    const found = await this.proofs.find(call.tenantId, nonce, on);
    throw new ProofRefused(found?.used ? 'proof_used' : 'proof_expired');
  }

  /** A payment that was settled before is answered as it was. */
  async #paid(request: PaymentRequest): Promise<Receipt> {
    const known = await this.payments.receiptOf(request);
    if (known?.status === 'settled') return known;
    refuseSuspended(await this.tenants.standing(request.tenantId));
    return this.payments.pay(request, this.purpose.order());
  }

  async #read(on: Pick<Database, 'query'>, call: PaidCall, text: string): Promise<ProofText> {
    const { secrets } = this.database;
    const said = parseProofText(text);
    if (isProofOf(secrets, call, said)) return said;
    // It may be one of ours for something else, which its holder is told, and nobody else.
    const other = await this.proofs.find(call.tenantId, said.nonce, on);
    const isOther = other !== undefined && isProofOf(secrets, { ...other, tenantId: call.tenantId }, said);
    throw new ProofRefused(isOther ? 'proof_for_another_call' : 'proof_invalid');
  }

  async #issue(call: PaidCall, receiptId: string | null): Promise<StoredProof | undefined> {
    const ofReceipt = async () => {
      const known = receiptId === null ? undefined : await this.proofs.findOfReceipt(call.tenantId, receiptId);
      return known?.method === call.method && known.path === call.path ? known : undefined;
    };
    const nonce = randomBytes(NONCE_BYTES).toString('hex');
    const wanted = { ...call, nonce, credits: PROOF_CREDITS };
    try {
      // The same payment may come several times at once: the first takes the credits, and the others what it got for them.
      return (await ofReceipt()) ?? (await this.proofs.issue({ ...wanted, receiptId })) ?? (await ofReceipt());
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // The payment has brought a proof already; if that is over, its credits came back or are spent.
      return (await ofReceipt()) ?? (await this.proofs.issue({ ...wanted, receiptId: null }));
    }
  }

  #issued(proof: StoredProof, call: PaidCall, receipt: Receipt | null): IssuedProof {
    const text = proofText(this.database.secrets, call, proof);
    return { text, expiresAt: proof.expiresAt, credits: PROOF_CREDITS, receipt };
  }
}

/** Without a key nobody could tell a proof of ours from another, so nothing is paid for one either. */
function requireKey({ secrets }: Database): void {
  if (secrets.currentPrefix !== undefined) return;
  throw new DomainError('unavailable', 'This installation issues no payment proofs: it has no key to make them with.', {
    fix: 'Ask the operator of the installation to set MAILROOM_SECRET_KEY.',
  });
}
