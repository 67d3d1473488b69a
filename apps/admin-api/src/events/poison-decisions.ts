import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { changedMeanwhile, DomainError } from '@mailroom/errors';
import { AuditTrail, type OperatorDecision } from '@mailroom/identity';
import { PoisonedEventRepository } from '@mailroom/messaging';

/** Decides what becomes of an event that was set aside, with its entry in the audit trail. */
@Injectable()
export class PoisonDecisions {
  constructor(
    private readonly database: Database,
    private readonly events: PoisonedEventRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** One that waits for its consumer again already stays as it is. @throws not_found, conflict */
  async decide(
    outcome: 'retried' | 'discarded',
    { consumer, eventId }: { readonly consumer: string; readonly eventId: string },
    { by, reason, expectedVersion }: OperatorDecision,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const event = await this.events.lock(tx, consumer, eventId);
      if (!event) throw new DomainError('not_found', `No event ${eventId} of ${consumer} is set aside.`);
      if (!event.isSetAside && outcome === 'retried') return;
      const isSeen = event.isSetAside && event.version === (expectedVersion ?? event.version);
      if (!isSeen) throw changedMeanwhile(`The event ${eventId}`, event.version ?? '');
      await this.events[outcome === 'retried' ? 'retry' : 'discard'](tx, consumer, eventId);
      const { tenantId, type, lastError } = event;
      const [action, targetId] = [`event.${outcome}` as const, `${consumer}/${eventId}`];
      await this.audit.record(tx, by, { action, tenantId, targetId, details: { type, lastError, reason } });
    });
  }
}
