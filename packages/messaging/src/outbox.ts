import { Injectable } from '@nestjs/common';
import { uuidv7 } from '@mailroom/ids';
import type { Tx } from '@mailroom/database';
import type { EventDefinition } from '@mailroom/events';
import { appendEvent } from './event-rows.repository.js';

/** Writes events in the transaction of the change that they report. */
@Injectable()
export class Outbox {
  /**
   * Records an event in the caller's transaction; the relay publishes it after the commit. If the event concerns an
   * email in a mailbox, those who follow the mailbox hear of it too.
   */
  async append<P extends object>(tx: Tx, definition: EventDefinition<string, P>, payload: P): Promise<void> {
    const checked = JSON.stringify(definition.parse(payload));
    await appendEvent(tx, { id: uuidv7(), type: definition.type, payload: checked });
  }
}
