import { Injectable } from '@nestjs/common';
import type { Tx } from '@mailroom/database';

/** Remembers which events a consumer has already acted on, in the same transaction as the action. */
@Injectable()
export class Inbox {
  /** True the first time; false when this consumer's effect of the event is already committed. */
  async accept(tx: Tx, consumer: string, eventId: string): Promise<boolean> {
    const inserted = await tx.$executeRaw`
      insert into inbox_event (consumer, event_id) values (${consumer}, ${eventId}::uuid) on conflict do nothing`;
    return inserted === 1;
  }
}
