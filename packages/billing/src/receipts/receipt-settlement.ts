import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { ChainRecord, type ChainAnswer } from '../facilitator/chain-record.js';
import {
  FacilitatorFailure,
  readSettleAnswer,
  readVerifyAnswer,
  type Facilitator,
  type SettleAnswer,
  type VerifyAnswer,
} from '../facilitator/facilitator.js';
import { Ledger } from '../ledger/ledger.js';
import { facilitatorSeconds, receiptOutcomes } from '../payments/payment-metrics.js';
import { PaymentPurposes } from '../payments/payment-purposes.js';
import { PaymentsOptions } from '../payments/payments.options.js';
import { isOpen, type ClaimedReceipt, type Receipt } from './receipt.js';
import { AuthorizationTaken, ReceiptRepository } from './receipt.repository.js';

const POLL_MS = 100;
/** How long a caller waits for an attempt that somebody else makes. */
const WAIT_MS = 30_000;
const MAX_PAUSE_SECONDS = 60;
/** Once no payment can be made any more, its payer waits for a chain that is away, which takes as long as it takes. */
const MAX_LATE_PAUSE_SECONDS = 900;
/** A transfer may have been broadcast before its receipt was opened. */
const EARLIER_MS = 3_600_000;

/** Why a receipt stays open, or failed, where it is not the facilitator's word. */
const UNANSWERED = 'facilitator_unavailable';
const EXPIRED = 'authorization_expired';
const TAKEN = 'authorization_used';
const UNCLEAR = 'outcome_unknown';

/** Nobody has said where the chain is read. */
type Unreadable = { readonly state: 'unreadable' };

/**
 * Brings receipts to their end. Whoever has a receipt's lease asks the facilitator and the chain, with no transaction
 * open, and then records what they said; if it dies in between, the next one asks again.
 */
@Injectable()
export class ReceiptSettlement {
  /** Attempts under way in this process: all who ask for a receipt share one. */
  readonly #underWay = new Map<string, Promise<Receipt>>();
  readonly #records = new Map<string, ChainRecord>();

  constructor(
    private readonly database: Database,
    private readonly receipts: ReceiptRepository,
    private readonly ledger: Ledger,
    private readonly purposes: PaymentPurposes,
    private readonly options: PaymentsOptions,
  ) {}

  /** Tries to settle a receipt, or waits for whoever does; returns what it is then. @throws not_found, unavailable */
  async drive(id: string): Promise<Receipt> {
    const known = this.#underWay.get(id);
    if (known) return known;
    const attempt = this.#drive(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, attempt);
    return attempt;
  }

  /** Makes one attempt. Failures of ours leave the receipt to the next attempt, after its lease. */
  async attempt(claimed: ClaimedReceipt): Promise<void> {
    const { facilitator } = this.options;
    if (!facilitator) return this.#release(claimed, 'payments_off');
    // What it brings must be known before the money moves.
    this.purposes.of(claimed.purpose);
    if (claimed.status === 'pending') return this.#verify(claimed, facilitator);
    return this.#settle(claimed, facilitator);
  }

  async #drive(id: string): Promise<Receipt> {
    const claimed = await this.receipts.claim(id);
    if (claimed) await this.attempt(claimed);
    // Somebody else's attempt counts for us: a hundred who wait must not make a hundred of their own.
    for (const until = Date.now() + WAIT_MS; !claimed && Date.now() < until; await sleep(POLL_MS)) {
      const receipt = await this.receipts.find(id);
      if (!receipt || !isOpen(receipt) || !(await this.receipts.isHeld(id))) break;
    }
    const receipt = await this.receipts.find(id);
    if (!receipt) throw new DomainError('not_found', 'There is no such receipt.');
    return receipt;
  }

  async #verify(claimed: ClaimedReceipt, facilitator: Facilitator): Promise<void> {
    if (claimed.isExpired) return this.#conclude(claimed, facilitator, EXPIRED);
    const answer = await this.#ask('verify', claimed, facilitator);
    if (!answer.ok) return this.#conclude(claimed, facilitator, answer.reason);
    if (!(await this.receipts.markVerified(claimed))) return this.#fail(claimed, TAKEN);
    return this.#settle({ ...claimed, status: 'verified' }, facilitator);
  }

  async #settle(claimed: ClaimedReceipt, facilitator: Facilitator): Promise<void> {
    const answer = await this.#ask('settle', claimed, facilitator);
    if (answer.ok) return this.#record(claimed, answer.transaction);
    return this.#conclude(claimed, facilitator, answer.reason);
  }

  /** Asks the chain what a facilitator's refusal, or its silence, leaves open. Only its word ends a receipt. */
  async #conclude(claimed: ClaimedReceipt, facilitator: Facilitator, reason: string): Promise<void> {
    const answer = await this.#askChain(claimed, facilitator);
    if (answer.state === 'paid') return this.#record(claimed, answer.transaction);
    if (answer.state === 'elsewhere') return this.#fail(claimed, TAKEN);
    if (answer.state === 'unused') {
      const isOver = answer.chainTime >= claimed.validBefore;
      return isOver ? this.#fail(claimed, EXPIRED) : this.#release(claimed, reason);
    }
    // Nobody knows. A chain that is silent now may answer later; where none can be asked, time brings no answer.
    const isGivenUp = answer.state === 'unreadable' ? claimed.isLate : claimed.isSpent;
    if (!isGivenUp) return this.#release(claimed, reason);
    // If the facilitator was never asked to settle, nothing of ours has moved the money.
    if (claimed.status === 'pending') return this.#fail(claimed, EXPIRED);
    return this.receipts.release(claimed, UNCLEAR, null);
  }

  async #askChain(claimed: ClaimedReceipt, facilitator: Facilitator): Promise<ChainAnswer | Unreadable> {
    try {
      const { rpcUrl } = await facilitator.place();
      if (rpcUrl === null) return { state: 'unreadable' };
      if (claimed.isExpired) await facilitator.tick();
      const record = this.#records.get(rpcUrl) ?? new ChainRecord(rpcUrl);
      this.#records.set(rpcUrl, record);
      const trace = { ...claimed, since: new Date(claimed.createdAt.getTime() - EARLIER_MS) };
      const answer = await record.find(trace);
      if (answer.state !== 'paid' || claimed.status === 'verified') return answer;
      // Anyone sees a transfer on the chain, and could claim it with a signature of his own making.
      const { signature, authorization } = claimed.payment.payload.payload;
      const extra = claimed.payment.requirements.extra as { readonly name: string; readonly version: string };
      const isTheirs = await record.isSigned(trace, { ...authorization, ...extra, signature });
      return isTheirs ? answer : { state: 'elsewhere' };
    } catch (error) {
      this.options.onError(error);
      return { state: 'unclear' };
    }
  }

  async #ask(call: 'verify', claimed: ClaimedReceipt, facilitator: Facilitator): Promise<VerifyAnswer>;
  async #ask(call: 'settle', claimed: ClaimedReceipt, facilitator: Facilitator): Promise<SettleAnswer>;
  async #ask(
    call: 'verify' | 'settle',
    { payment }: ClaimedReceipt,
    facilitator: Facilitator,
  ): Promise<VerifyAnswer | SettleAnswer> {
    const begun = performance.now();
    try {
      if (call === 'verify') return readVerifyAnswer(await facilitator.verify(payment));
      return readSettleAnswer(await facilitator.settle(payment), payment.requirements);
    } catch (error) {
      if (!(error instanceof FacilitatorFailure || error instanceof DomainError)) throw error;
      this.options.onError(error);
      return { ok: false, reason: UNANSWERED };
    } finally {
      facilitatorSeconds[call].observe((performance.now() - begun) / 1_000);
    }
  }

  /** Settles the receipt and brings what it pays for: all of it or nothing, and once. */
  async #record(claimed: ClaimedReceipt, transaction: string): Promise<void> {
    const settling = this.database.transaction(async (tx) => {
      const receipt = await this.receipts.settle(tx, claimed.id, transaction);
      if (!receipt) return false;
      await this.purposes.of(receipt.purpose).settled(tx, receipt);
      await this.ledger.creditReceipt(tx, receipt.tenantId, receipt.id, receipt.credits);
      return true;
    });
    const isSettled = await settling.catch((error: unknown) => {
      if (error instanceof AuthorizationTaken) return false;
      throw error;
    });
    if (isSettled) receiptOutcomes.settled.inc();
    // Either it is final already, or another receipt has this authorization.
    else await this.#fail(claimed, TAKEN);
  }

  async #fail(claimed: ClaimedReceipt, reason: string): Promise<void> {
    await this.receipts.fail(claimed, reason);
    receiptOutcomes.failed.inc();
  }

  async #release(claimed: ClaimedReceipt, reason: string): Promise<void> {
    const longest = claimed.isLate ? MAX_LATE_PAUSE_SECONDS : MAX_PAUSE_SECONDS;
    await this.receipts.release(claimed, reason, Math.min(2 ** claimed.attempts, longest));
    receiptOutcomes.postponed.inc();
  }
}
