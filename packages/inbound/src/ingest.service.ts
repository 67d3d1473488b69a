import { Injectable } from '@nestjs/common';
import { BlobStore } from '@mailroom/blobs';
import { GroupCommitter, uuidv7 } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { INLINE_BYTES } from '@mailroom/mail';
import { AcceptancePressure } from './acceptance-pressure.js';
import { groupMessages } from './inbound-metrics.js';
import { IngestRepository, type IngestMessage } from './ingest.repository.js';
import { ParsingService } from './parsing.service.js';

/** A message that a client has handed over, with the mailboxes that its recipients led to. */
export type AcceptedMessage = {
  /** MAIL FROM; null for the null reverse-path. */
  readonly sender: string | null;
  readonly clientAddress: string;
  readonly helo: string;
  readonly content: Buffer;
  readonly deliveries: readonly { readonly mailboxId: number; readonly recipient: string }[];
};

const MAX_GROUP = 256;

/** Makes messages durable: when `accept` resolves, raw, email, task and outbox row are committed. */
@Injectable()
export class IngestService {
  readonly #committer: GroupCommitter<IngestMessage, number[]>;

  constructor(
    private readonly ingests: IngestRepository,
    private readonly blobs: BlobStore,
    private readonly parsing: ParsingService,
    private readonly pressure: AcceptancePressure,
  ) {
    this.#committer = new GroupCommitter((messages) => this.#commit(messages), { maxGroup: MAX_GROUP });
  }

  /** @throws unavailable, when it could not be stored now; anything else is the message's own fault or a bug */
  async accept(message: AcceptedMessage): Promise<void> {
    await this.pressure.during(() => this.#accept(message));
  }

  async #accept({ content, sender, clientAddress, helo, deliveries: all }: AcceptedMessage): Promise<void> {
    const rawId = uuidv7();
    const size = content.length;
    const inline = size <= INLINE_BYTES ? content : null;
    const blob = inline ? null : await this.#putBlob(content);
    const deliveries = [...new Map(all.map((delivery) => [delivery.mailboxId, delivery])).values()];
    const message = { rawId, sender, clientAddress, helo, inline, blob, size, deliveries };
    const emailIds = await this.#committer.submit(message);
    // Without ids the commit's own answer was lost; the watchdog event brings the message to a parser.
    if (emailIds.length > 0) {
      this.parsing.offer({ rawId, emailIds, raw: content, envelope: { clientAddress, helo, sender } });
    }
  }

  async idle(): Promise<void> {
    await this.#committer.idle();
  }

  async #putBlob(content: Buffer): Promise<string> {
    try {
      const [locator] = await this.blobs.putAll([content]);
      if (locator !== undefined) return locator;
      throw new Error('The blob store gave no locator.');
    } catch (cause) {
      throw new DomainError('unavailable', 'The message could not be stored; try again later.', { cause });
    }
  }

  /** A connection that breaks leaves open whether the commit happened, so the database is asked before we say no. */
  async #commit(messages: readonly IngestMessage[]): Promise<number[][]> {
    groupMessages.observe(messages.length);
    try {
      return await this.ingests.ingest(messages, this.parsing.watchdogSeconds);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'unavailable')) throw error;
      const stored = await this.ingests.findStored(messages.map(({ rawId }) => rawId));
      if (stored.size === messages.length) return messages.map(() => []);
      throw error;
    }
  }
}
