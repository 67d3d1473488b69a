import { Injectable } from '@nestjs/common';
import {
  MailboxRepository,
  MAILBOX_ACTIVE,
  parseAddress,
  canonicalAddress,
  RawMessageRepository,
  withoutTag,
} from '@mailroom/mail';
import { outboundQueued } from '@mailroom/events';
import { EventBus, PollingLoop, type Subscription } from '@mailroom/messaging';
import { MailTransport } from './mail-transport.js';
import { OutboundJobRepository, type OutboundJob } from './outbound-job.repository.js';
import { retryDelaySeconds, type RecipientOutcome } from './outbound-status.js';

const POLL_MS = 1_000;

export class OutboundOptions {
  constructor(
    readonly concurrency: number,
    readonly onError: (error: unknown) => void,
  ) {}
}

type Recipient = OutboundJob['recipients'][number];

/** Takes outbound jobs and delivers them: hosted recipients inside, the others through the transport. */
@Injectable()
export class OutboundWorker {
  readonly #running = new Set<Promise<void>>();
  #loop: PollingLoop | undefined;
  #subscription: Subscription | undefined;

  constructor(
    private readonly jobs: OutboundJobRepository,
    private readonly mailboxes: MailboxRepository,
    private readonly rawMessages: RawMessageRepository,
    private readonly transport: MailTransport,
    private readonly bus: EventBus,
    private readonly options: OutboundOptions,
  ) {}

  async start(): Promise<void> {
    this.#loop = new PollingLoop(() => this.#take(), { intervalMs: POLL_MS, onError: this.options.onError });
    // The event only wakes; what is due is asked of the table.
    this.#subscription = await this.bus.subscribe({ name: 'outbound', types: [outboundQueued.type] }, async () => {
      this.#loop?.wake();
    });
  }

  async close(): Promise<void> {
    await this.#subscription?.close();
    await this.#loop?.close();
    await Promise.all(this.#running);
    await this.transport.close();
  }

  async #take(): Promise<boolean> {
    const free = this.options.concurrency - this.#running.size;
    if (free <= 0) return false;
    const jobs = await this.jobs.claim(free);
    for (const job of jobs) {
      const run: Promise<void> = this.#run(job)
        .catch(this.options.onError)
        .finally(() => {
          this.#running.delete(run);
          this.#loop?.wake();
        });
      this.#running.add(run);
    }
    return jobs.length === free;
  }

  async #run(job: OutboundJob): Promise<void> {
    const { outside, outcomes } = await this.#deliverHosted(job);
    if (outside.length > 0) outcomes.push(...(await this.#deliverOutside(job, outside)));
    await this.jobs.record(job, outcomes, retryDelaySeconds(job.attempts));
  }

  /** Hosted recipients: those that exist have it when this resolves, the others never will. */
  async #deliverHosted(job: OutboundJob): Promise<{ outside: Recipient[]; outcomes: RecipientOutcome[] }> {
    const found = await this.#resolve(job.recipients);
    const inside = found.filter(({ mailboxId }) => mailboxId !== null);
    if (inside.length > 0)
      await this.jobs.deliverInside(
        job,
        inside.map(({ recipient, mailboxId }) => ({ ...recipient, mailboxId: mailboxId ?? 0 })),
      );
    const outcomes = found
      .filter(({ hosted, mailboxId }) => hosted && mailboxId === null)
      .map(({ recipient: { position } }) => ({
        position,
        status: 'failed' as const,
        smtpReply: '550 5.1.1 No such mailbox here',
      }));
    return { outside: found.filter(({ hosted }) => !hosted).map(({ recipient }) => recipient), outcomes };
  }

  async #resolve(recipients: readonly Recipient[]) {
    const parsed = recipients.map((recipient) => {
      const address = parseAddress(recipient.address);
      const key = address ? canonicalAddress(withoutTag(address) ?? address) : recipient.address;
      return { recipient, key, domain: address?.domain ?? '' };
    });
    const rows = await this.mailboxes.resolveRecipients(
      parsed.map(({ key }) => key),
      parsed.map(({ domain }) => domain),
    );
    const byAddress = new Map(rows.map((row) => [row.recipient, row]));
    return parsed.map(({ recipient, key }) => {
      const row = byAddress.get(key);
      const mailboxId = row?.status === MAILBOX_ACTIVE ? row.mailboxId : null;
      return { recipient, mailboxId, hosted: row?.hosted ?? false };
    });
  }

  async #deliverOutside(job: OutboundJob, recipients: readonly Recipient[]): Promise<RecipientOutcome[]> {
    const raw = await this.rawMessages.read(job.rawId);
    if (!raw) throw new Error(`The raw message of outbound job ${job.id} is missing.`);
    const envelope = { sender: job.envelopeSender, recipients };
    return this.transport.deliver(envelope, raw.content, (positions) => this.jobs.markDataStarted(job, positions));
  }
}
