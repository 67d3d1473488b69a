import { Injectable } from '@nestjs/common';
import { PaymentProofs, ProofRefused, type ProofFault } from '@mailroom/billing';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { WebhookRepository } from '@mailroom/webhooks';
import { LeaseOptions } from '../lease.options.js';
import { callOutcomes } from '../lease-metrics.js';
import { FreeLimits, type CallKind, type FreeLimit } from './free-limits.js';
import { FreeUseRepository } from './free-use.repository.js';

type Queries = Pick<Database, 'query'>;

/** A call that is free up to a limit, and costs something above it. */
export type ProtectedCall = {
  readonly kind: CallKind;
  readonly principal: Principal;
  /** The header `x-payment-proof`, if it came. */
  readonly proof: string | undefined;
};

/** The method and path of each kind: what a proof for it is issued for. */
export const protectedRoutes = {
  allocation: { method: 'POST', path: '/v2/mailboxes/leases' },
  read: { method: 'GET', path: '/v2/messages' },
  send: { method: 'POST', path: '/v2/messages/send' },
  webhook: { method: 'POST', path: '/v2/webhooks' },
} as const satisfies Record<CallKind, { method: string; path: string }>;

const NO_WINDOW = '0 seconds';

const faults: Readonly<Record<ProofFault, string>> = {
  proof_malformed: 'The payment proof is not of the form t=…,n=…,v1=….',
  proof_invalid: 'The payment proof was not issued here for this tenant, or was changed.',
  proof_for_another_call: 'The payment proof was issued for another method or path.',
  proof_expired: 'The payment proof has expired.',
  proof_used: 'The payment proof was used already.',
};

/** Lets calls through that are free or paid for. What a call uses is written in the transaction of the call itself. */
@Injectable()
export class PaidCalls {
  constructor(
    private readonly database: Database,
    private readonly uses: FreeUseRepository,
    private readonly proofs: PaymentProofs,
    private readonly webhooks: WebhookRepository,
    private readonly limits: FreeLimits,
    private readonly options: LeaseOptions,
  ) {}

  /**
   * Says for a call that is about to wait whether it would be let through now, and for how many seconds that stays true.
   * @throws payment_required
   */
  async look(call: ProtectedCall): Promise<number> {
    const { kind, principal, proof } = call;
    const { tenantId } = principal;
    if (proof !== undefined) {
      return (await this.#proven(call, () => this.proofs.check(paidCall(call), proof))).secondsLeft;
    }
    const limit = this.limits.of(kind);
    const use = await this.uses.used(this.database, tenantId, subjectOf(call), kind, windowOf(limit));
    if (use.metered && use.used >= limit.limit) throw this.required(kind);
    return Number.POSITIVE_INFINITY;
  }

  /** Counts the call, or spends its proof. @throws payment_required, which undoes the transaction */
  async charge(on: Queries, call: ProtectedCall): Promise<void> {
    const { kind, proof } = call;
    if (proof !== undefined) {
      await this.#proven(call, () => this.proofs.spend(on, paidCall(call), proof));
      callOutcomes.paid.inc();
      return;
    }
    const isFree = kind === 'webhook' ? await this.#hasRoom(on, call) : await this.#take(on, call);
    if (!isFree) throw this.required(kind);
    callOutcomes.free.inc();
  }

  /** What a call hears whose free uses are spent. */
  required(kind: CallKind): DomainError {
    callOutcomes.refused.inc();
    const { code, limit, window } = this.limits.of(kind);
    const price = this.proofs.price;
    const { method, path } = protectedRoutes[kind];
    const message = `${limit} ${words[kind]} are free; each other costs ${price} USDC.`;
    return this.#refusal(message, [{ code, limit, window, used: limit }], { method, path });
  }

  async #take(on: Queries, call: ProtectedCall): Promise<boolean> {
    const { kind, principal } = call;
    const limit = this.limits.of(kind);
    const subject = subjectOf(call);
    const of = { tenantId: principal.tenantId, subject, kind };
    return this.uses.take(on, of, { window: windowOf(limit), limit: limit.limit });
  }

  /** Webhooks are counted as they are, one creation of a tenant after the other. */
  async #hasRoom(on: Queries, { kind, principal: { tenantId } }: ProtectedCall): Promise<boolean> {
    if (!(await this.uses.hold(on, tenantId, kind))) return true;
    return (await this.webhooks.count(on, tenantId)) < this.limits.of(kind).limit;
  }

  async #proven<T>({ kind }: ProtectedCall, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProofRefused)) throw error;
      callOutcomes.refused.inc();
      const reason = { code: error.fault, limit: null, window: null, used: null };
      throw this.#refusal(faults[error.fault], [reason], protectedRoutes[kind]);
    }
  }

  #refusal(message: string, reasons: readonly Reason[], { method, path }: { method: string; path: string }) {
    const url = `${this.options.baseUrl}/v2/payments/proof`;
    return new DomainError('payment_required', message, {
      fix: `Get a proof with POST ${url} { "method": "${method}", "path": "${path}" }, and send the same call with it in the header x-payment-proof.`,
      details: { amount_usdc: this.proofs.price, reasons, proof_url: url },
    });
  }
}

type Reason = {
  readonly code: string;
  readonly limit: number | null;
  readonly window: string | null;
  readonly used: number | null;
};

const words: Readonly<Record<CallKind, string>> = {
  allocation: 'mailbox leases of an agent in an hour',
  read: 'reads of messages in an hour',
  send: 'messages in a day',
  webhook: 'webhooks of a tenant',
};

/** Says whose uses count together: an agent's leases do, and all else of a tenant. */
function subjectOf({ kind, principal }: ProtectedCall): string {
  return kind === 'allocation' ? (principal.agentId ?? principal.tenantId) : principal.tenantId;
}

/** The window of a limit; Postgres reads durations as ISO 8601 writes them. */
export function windowOf({ window }: FreeLimit): string {
  return window ?? NO_WINDOW;
}

function paidCall({ kind, principal: { tenantId } }: ProtectedCall) {
  return { tenantId, ...protectedRoutes[kind] };
}
