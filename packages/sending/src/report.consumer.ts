import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { reportReceived } from '@mailroom/events';
import type { EmailPlace } from '@mailroom/mail';
import { EventBus, type Subscription } from '@mailroom/messaging';
import { ReportService } from './report.service.js';

/** Pauses while the reply to a final dot is being recorded; what takes longer is delivered again by the bus. */
const PAUSES_MS = [25, 50, 100, 200, 400, 800];
/** The deliveries of one report; together they last longer than the lease of a job whose worker died. */
const MAX_DELIVER = 20;

/** Reads reports as they arrive. */
@Injectable()
export class ReportConsumer {
  #subscription: Subscription | undefined;
  #closed = false;

  constructor(
    private readonly reports: ReportService,
    private readonly bus: EventBus,
  ) {}

  async start(): Promise<void> {
    const consumer = { name: 'reports', types: [reportReceived.type], maxDeliver: MAX_DELIVER };
    this.#subscription = await this.bus.subscribe(consumer, async (event) => {
      const { emailId: id, mailboxId } = reportReceived.parse(event.payload);
      await this.#apply({ id, mailboxId });
    });
  }

  /** Resolves when the reports in hand have been applied. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#subscription?.close();
  }

  async #apply(email: EmailPlace): Promise<void> {
    for (const pauseMs of [...PAUSES_MS, 0]) {
      if (await this.reports.apply(email)) return;
      if (this.#closed) break;
      await sleep(pauseMs);
    }
    throw new Error(`The report ${email.id} is about a message that is still being sent.`);
  }
}
