import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { IngestService } from '@mailroom/inbound';
import { MAILBOX_ACTIVE, RecipientDirectory, type RecipientDecision } from '@mailroom/mail';
import { parseAddress, type EmailAddress } from '@mailroom/message';
import { ReturnPathRepository } from '@mailroom/sending';
import {
  MailTransactions,
  type ReceivedMessage,
  recipients,
  smtpReply,
  type SmtpReply,
  traceFields,
  withoutForgedResults,
  withPrefix,
} from '@mailroom/smtp';
import { IngestIdentity } from './ingest-identity.js';

/** The RFC 5321 reply and RFC 3463 code for each decision on a recipient. */
const recipientReplies = {
  mailbox: smtpReply(250, '2.1.5', 'Recipient OK'),
  unknown: smtpReply(550, '5.1.1', 'No such mailbox here'),
  disabled: smtpReply(550, '5.2.1', 'This mailbox is disabled'),
  not_ours: smtpReply(550, '5.7.1', 'Relaying denied'),
} satisfies Record<RecipientDecision['kind'], SmtpReply>;

const noPostmaster = smtpReply(550, '5.1.1', 'This host has no postmaster mailbox; write to that of the domain');
const tryAgain = smtpReply(451, '4.3.0', 'Try again later');

/** Runs mail transactions on the real mailboxes: DATA gets its 250 once the message is durable. */
@Injectable()
export class IngestTransactions extends MailTransactions {
  constructor(
    private readonly identity: IngestIdentity,
    private readonly recipients: RecipientDirectory,
    private readonly ingest: IngestService,
    private readonly returnPaths: ReturnPathRepository,
  ) {
    super();
  }

  override async admitRecipient(recipient: EmailAddress): Promise<SmtpReply> {
    try {
      const { kind } = await this.#resolve(recipient);
      recipients[kind].inc();
      if (kind === 'mailbox') this.ingest.expect();
      return kind === 'unknown' && this.identity.isPostmaster(recipient) ? noPostmaster : recipientReplies[kind];
    } catch (error) {
      recipients.failed.inc();
      if (error instanceof DomainError) return tryAgain;
      throw error;
    }
  }

  override async accept(message: ReceivedMessage): Promise<SmtpReply> {
    try {
      const decisions = await this.#decisions(message.recipients);
      const deliveries = deliveriesOf(message.recipients, decisions);
      // A mailbox was disabled, or its lease ended, since its RCPT. Where others are left, the client asks again and is
      // told so of that one.
      if (!deliveries)
        return decisions.every((found) => found?.kind === 'disabled') ? recipientReplies.disabled : tryAgain;
      const { sender, session, id, rawId } = message;
      const { clientAddress, helo } = session;
      await this.ingest.accept({ rawId, sender, clientAddress, helo, content: this.#traced(message), deliveries });
      return smtpReply(250, '2.0.0', `OK: queued as ${id}`);
    } catch (error) {
      if (error instanceof DomainError) return tryAgain;
      throw error;
    }
  }

  /** A return path belongs to its sender, whatever mailbox the rest of the address would lead to. */
  async #resolve(address: EmailAddress): Promise<RecipientDecision> {
    const owner = await this.returnPaths.find(address);
    if (!owner) return this.identity.isPostmaster(address) ? this.#hostPostmaster() : this.recipients.resolve(address);
    const { mailboxId, status, sealed } = owner;
    return status === MAILBOX_ACTIVE ? { kind: 'mailbox', mailboxId, sealed } : { kind: 'disabled' };
  }

  /** The nearest postmaster that has a mailbox. Only who owns the domain could have made it. */
  async #hostPostmaster(): Promise<RecipientDecision> {
    const decisions = await Promise.all(this.identity.postmasters.map((address) => this.recipients.resolve(address)));
    return decisions.find(({ kind }) => kind === 'mailbox') ?? { kind: 'unknown' };
  }

  async #decisions(recipients: readonly string[]): Promise<(RecipientDecision | null)[]> {
    return Promise.all(
      recipients.map(async (recipient) => {
        const address = parseAddress(recipient);
        return address && this.#resolve(address);
      }),
    );
  }

  #traced(message: ReceivedMessage): Buffer {
    const fields = traceFields(message, this.identity.hostname, new Date());
    return withPrefix(Buffer.from(fields), withoutForgedResults(message.content, this.identity.hostname));
  }
}

type Delivery = { readonly mailboxId: number; readonly recipient: string; readonly sealed: boolean };

/** Returns null if a recipient has no mailbox that takes mail. */
function deliveriesOf(
  recipients: readonly string[],
  decisions: readonly (RecipientDecision | null)[],
): readonly Delivery[] | null {
  const deliveries = decisions.flatMap((decision, index) =>
    decision?.kind === 'mailbox'
      ? { mailboxId: decision.mailboxId, sealed: decision.sealed, recipient: recipients[index] ?? '' }
      : [],
  );
  return deliveries.length === recipients.length ? deliveries : null;
}
