import { Injectable } from '@nestjs/common';
import { canonicalAddress, parseAddress, withoutTag } from '@mailroom/message';
import { MAILBOX_ACTIVE, MailboxRepository, RawMessageRepository, type StoredMessage } from '@mailroom/mail';
import type { OutboundJob } from './outbound-job.repository.js';
import type { RecipientOutcome } from './outbound-status.js';

type Recipient = OutboundJob['recipients'][number];

/** A job with everything that must be known before it is delivered. */
export type PreparedJob = {
  readonly job: OutboundJob;
  /** Recipients that have a mailbox here. */
  readonly inside: readonly (Recipient & { readonly mailboxId: number })[];
  readonly outside: readonly Recipient[];
  /** The outcomes for addresses in our own domains that nobody has. */
  readonly outcomes: readonly RecipientOutcome[];
  readonly stored: StoredMessage | null;
};

/** Reads what jobs need, in one go for all that were taken together. */
@Injectable()
export class JobPreparation {
  constructor(
    private readonly mailboxes: MailboxRepository,
    private readonly rawMessages: RawMessageRepository,
  ) {}

  /** Returns the prepared jobs in the order of `jobs`. */
  async prepare(jobs: readonly OutboundJob[]): Promise<PreparedJob[]> {
    const parsed = jobs.map((job) => ({ job, recipients: job.recipients.map(parsedRecipient) }));
    const all = parsed.flatMap(({ recipients }) => recipients);
    const [rows, stored] = await Promise.all([
      this.mailboxes.resolveRecipients(
        all.map(({ key }) => key),
        all.map(({ domain }) => domain),
      ),
      this.rawMessages.find(jobs.map(({ rawId }) => rawId)),
    ]);
    const byAddress = new Map(rows.map((row) => [row.recipient, row]));
    return parsed.map(({ job, recipients }) => {
      const found = recipients.map(({ recipient, key }) => {
        const row = byAddress.get(key);
        const mailboxId = row?.status === MAILBOX_ACTIVE ? row.mailboxId : null;
        return { recipient, mailboxId, hosted: row?.hosted ?? false };
      });
      return {
        job,
        inside: found.flatMap(({ recipient, mailboxId }) => (mailboxId === null ? [] : [{ ...recipient, mailboxId }])),
        outside: found.filter(({ hosted }) => !hosted).map(({ recipient }) => recipient),
        outcomes: found.filter(({ hosted, mailboxId }) => hosted && mailboxId === null).map(unknownHere),
        stored: stored.get(job.rawId) ?? null,
      };
    });
  }
}

function parsedRecipient(recipient: Recipient) {
  const address = parseAddress(recipient.address);
  const key = address ? canonicalAddress(withoutTag(address) ?? address) : recipient.address;
  return { recipient, key, domain: address?.domain ?? '' };
}

function unknownHere({ recipient: { position } }: { readonly recipient: Recipient }): RecipientOutcome {
  return { position, status: 'failed', smtpReply: '550 5.1.1 No such mailbox here' };
}
