import { Injectable } from '@nestjs/common';
import { DomainError, type ErrorCode } from '@mailroom/errors';
import type { OutboundPolicy } from '@mailroom/identity';
import { SendStandingRepository } from './send-standing.repository.js';

/** What a tenant may send to the outside at this moment. */
export type OutboundStanding = {
  readonly tenantId: string;
  readonly policy: OutboundPolicy;
  /** Whether a mail to one external recipient would be accepted now. */
  readonly externalSendAllowed: boolean;
  /** The code of what it would be refused with, or null. */
  readonly reason: ErrorCode | null;
  /** External recipients in rolling windows; null for tenants without limits. */
  readonly limits: { readonly externalPerHour: number | null; readonly externalPerDay: number | null };
  /** Those that were accepted and count against the limits. */
  readonly usage: { readonly externalPerHour: number; readonly externalPerDay: number };
};

/** Tells what the policy would decide, from the very queries with which it decides. */
@Injectable()
export class SendStanding {
  constructor(private readonly standings: SendStandingRepository) {}

  /** @throws not_found if there is no such tenant */
  async of(tenantId: string): Promise<OutboundStanding> {
    const row = await this.standings.find(tenantId);
    if (!row) throw new DomainError('not_found', `There is no tenant ${tenantId}.`);
    const objection = this.standings.objectionOf(row);
    const reason = objection && this.standings.policy.explain(objection, { tenantId, mailboxId: 0, recipients: [] });
    const { externalPerHour, externalPerDay } = this.standings.limits;
    const isLimited = row.metered && row.ofFreeTier;
    return {
      tenantId,
      policy: row.status === 'suspended' ? 'suspended' : row.level,
      externalSendAllowed: objection === null,
      reason: reason?.code ?? null,
      limits: isLimited ? { externalPerHour, externalPerDay } : { externalPerHour: null, externalPerDay: null },
      usage: { externalPerHour: row.inHour, externalPerDay: row.inDay },
    };
  }
}
