import { Injectable } from '@nestjs/common';
import type { Tx } from '@mailroom/database';
import { requireManager, type Principal } from '../principal.js';
import type { AuditAction, AuditEntry } from './audit-entry.js';
import { AuditEntryRepository, type AuditPage } from './audit-entry.repository.js';

export type AuditRecord = {
  readonly action: AuditAction;
  readonly tenantId: string;
  readonly targetId: number | string;
  /** What a person wants to know about the change; nothing secret. */
  readonly details: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
};

/** The operator, whose request it is. */
export type OperatorCall = { readonly level: 'operator'; readonly id: null; readonly requestId: string };

/** Who changes something: a principal, the operator (null on the command line), or Mailroom by itself. */
export type AuditedActor = Principal | OperatorCall | null | 'system';

/** A change that the operator decides on. */
export type OperatorDecision = {
  readonly by: OperatorCall | null;
  /** Why, for whoever reads the audit trail. */
  readonly reason: string;
  /** What the operator saw; without it the change is made whatever it is now. */
  readonly expectedVersion?: string | undefined;
};

/** Records who changed which token, mailbox or tenant, and when. Entries are never changed or removed. */
@Injectable()
export class AuditTrail {
  constructor(private readonly entries: AuditEntryRepository) {}

  /** Records a change in the transaction that makes it. */
  async record(tx: Tx, by: AuditedActor, { action, tenantId, targetId, details }: AuditRecord): Promise<void> {
    const actor = by === 'system' ? null : by;
    await this.entries.insert(tx, {
      tenantId,
      actor: by === 'system' ? by : (actor?.level ?? 'operator'),
      principalId: actor?.id ?? null,
      action,
      targetType: action.slice(0, action.indexOf('.')),
      targetId: String(targetId),
      details: { ...details },
      requestId: actor?.requestId ?? null,
    });
  }

  /** Returns one page of the changes in the principal's tenant. */
  async list(principal: Principal, page: AuditPage): Promise<AuditEntry[]> {
    requireManager(principal);
    return this.entries.list(principal.tenantId, page);
  }
}
