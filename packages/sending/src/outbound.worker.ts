import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
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
import { DkimKeyService } from './dkim/dkim-key.service.js';
import { dkimSignature } from './dkim/dkim-signature.js';
import { MailTransport, type TransportOutcome } from './mail-transport.js';
import { OutboundJobRepository, type OutboundJob } from './outbound-job.repository.js';
import { retryDelaySeconds, type RecipientOutcome } from './outbound-status.js';
import { enhancedStatusOf, isAddressFailure, suppressionKey } from './suppression-rules.js';

const POLL_MS = 1_000;
const TRIM_MS = 600_000;
const TRIM_BATCH = 10_000;
/** Pauses while the database is away and outcomes wait to be recorded. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** As long as the lease lasts that their recording needs. */
const RECORD_MS = 900_000;

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
  readonly #stopping = new AbortController();
  #loop: PollingLoop | undefined;
  #trimmer: PollingLoop | undefined;
  #subscription: Subscription | undefined;

  constructor(
    private readonly jobs: OutboundJobRepository,
    private readonly mailboxes: MailboxRepository,
    private readonly rawMessages: RawMessageRepository,
    private readonly transport: MailTransport,
    private readonly keys: DkimKeyService,
    private readonly bus: EventBus,
    private readonly options: OutboundOptions,
  ) {}

  async start(): Promise<void> {
    const { onError } = this.options;
    this.#loop = new PollingLoop(() => this.#take(), { intervalMs: POLL_MS, onError });
    const trim = async () => (await this.jobs.trimKeys(TRIM_BATCH)) === TRIM_BATCH;
    this.#trimmer = new PollingLoop(trim, { intervalMs: TRIM_MS, onError });
    // The event only wakes; what is due is asked of the table.
    this.#subscription = await this.bus.subscribe({ name: 'outbound', types: [outboundQueued.type] }, async () => {
      this.#loop?.wake();
    });
    this.#loop.wake();
  }

  /** Takes no more jobs, and breaks off those whose message has not reached its end: they are tried again. */
  async close(): Promise<void> {
    await this.#subscription?.close();
    await this.#loop?.close();
    await this.#trimmer?.close();
    this.#stopping.abort();
    await this.transport.close();
    await Promise.all(this.#running);
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
    await this.#record(job, outcomes);
  }

  /**
   * While the database is away, what the next hop said is kept and recorded when it is back: else a message that it took
   * would be left to a person.
   */
  async #record(job: OutboundJob, outcomes: readonly RecipientOutcome[]): Promise<void> {
    const until = Date.now() + RECORD_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        return await this.jobs.record(job, outcomes, retryDelaySeconds(job.attempts));
      } catch (error) {
        const away = error instanceof DomainError && error.code === 'unavailable';
        if (!away || this.#stopping.signal.aborted || Date.now() > until) throw error;
        await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
      }
    }
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

  /** As it leaves: with the signature of the domain that it is from, which is that of its return path. */
  async #signed({ envelopeSender }: OutboundJob, content: Buffer): Promise<Buffer> {
    const key = await this.keys.signingKey(envelopeSender.slice(envelopeSender.lastIndexOf('@') + 1));
    return Buffer.concat([await dkimSignature(content, key, new Date()), content]);
  }

  /** A failure of ours before any data began is one attempt like others; after that the outcome is left open. */
  async #deliverOutside(job: OutboundJob, recipients: readonly Recipient[]): Promise<RecipientOutcome[]> {
    const envelope = { sender: job.envelopeSender, recipients };
    let begun = false;
    try {
      const raw = await this.rawMessages.read(job.rawId);
      if (!raw) throw new Error(`The raw message of outbound job ${job.id} is missing.`);
      const content = this.transport.leaves ? await this.#signed(job, raw.content) : raw.content;
      const outcomes = await this.transport.deliver(envelope, content, (positions) => {
        begun = true;
        return this.jobs.markDataStarted(job, positions);
      });
      return outcomes.map((outcome) => withSuppression(outcome, recipients));
    } catch (error) {
      if (begun) throw error;
      this.options.onError(error);
      const smtpReply = 'The message could not be handed over.';
      return recipients.map(({ position }) => ({ position, status: 'retry', smtpReply }));
    }
  }
}

/** An address that its host refused for good, as such and not as part of a message, is not written to again. */
function withSuppression(outcome: TransportOutcome, recipients: readonly Recipient[]): RecipientOutcome {
  const { position, status, smtpReply, ownReply } = outcome;
  const enhancedStatus = enhancedStatusOf(smtpReply);
  const recipient = recipients.find((candidate) => candidate.position === position);
  const refused = status === 'failed' && ownReply === true && isAddressFailure(enhancedStatus);
  const suppress = refused && recipient ? suppressionKey(recipient.address) : null;
  return { position, status, smtpReply, ...(suppress !== null && { suppress, enhancedStatus }) };
}
