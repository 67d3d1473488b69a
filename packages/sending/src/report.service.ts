import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { emailBounced, emailComplained, emailDelivered } from '@mailroom/events';
import { EmailRepository, parseAddress, type ReceivedReport } from '@mailroom/mail';
import { Outbox } from '@mailroom/messaging';
import { changesOf, type RecipientChange } from './report-matching.js';
import { ReportRepository, type ReportedJob } from './report.repository.js';
import { hasReturnPathForm } from './return-path.js';
import { isAddressFailure, suppressionKey } from './suppression-rules.js';
import { SuppressionRepository, type NewSuppression } from './suppression.repository.js';

/** A job that a report is about; `proven` where the report knew its return path. */
type Match = { readonly job: ReportedJob; readonly proven: boolean };

/** Applies reports to the mail that they are about; one that fits nothing we sent changes nothing. */
@Injectable()
export class ReportService {
  constructor(
    private readonly database: Database,
    private readonly emails: EmailRepository,
    private readonly reports: ReportRepository,
    private readonly suppressions: SuppressionRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Applies the report that a received email is. Doing it twice changes nothing more. False when it has to wait: a next
   * hop can report on a message before its own reply to the final dot is recorded.
   */
  async apply(emailId: number): Promise<boolean> {
    const received = await this.emails.findReport(emailId);
    if (!received || received.report.recipients.length === 0) return true;
    return this.database.transaction(async (tx) => {
      const match = await this.#match(tx, received);
      if (!match) return true;
      if (match.job.status === 'sending') return false;
      // A statement of its own behind the lock, so that it sees what the lock waited for.
      const changes = changesOf(received.report, await this.reports.recipients(tx, match.job.id));
      if (changes.length > 0) await this.#record(tx, match, changes);
      return true;
    });
  }

  async #match(tx: Tx, { recipient, mailboxId, report }: ReceivedReport): Promise<Match | null> {
    for (const text of [recipient, report.envelopeSender]) {
      const address = parseAddress(text);
      if (!address || !hasReturnPathForm(address)) continue;
      const job = await this.reports.lockByReturnPath(tx, address.address.toLowerCase());
      if (job) return { job, proven: true };
    }
    const job = await this.reports.lockByMessageId(tx, mailboxId, report.messageId);
    return job && { job, proven: false };
  }

  async #record(tx: Tx, { job, proven }: Match, changes: readonly RecipientChange[]): Promise<void> {
    const { emailId, mailboxId } = job;
    const status = await this.reports.record(tx, job, changes);
    const has = (reported: string) => changes.some((change) => change.status === reported);
    const payload = { emailId, mailboxId };
    if (has('bounced')) await this.outbox.append(tx, emailBounced, payload);
    if (has('complained')) await this.outbox.append(tx, emailComplained, payload);
    if (status === 'delivered') await this.outbox.append(tx, emailDelivered, payload);
    // A Message-ID is no secret of the recipients: whoever has seen it could silence a mailbox towards others.
    if (proven)
      await this.suppressions.insert(
        tx,
        changes.flatMap((change) => suppressionOf(job, change)),
      );
  }
}

function suppressionOf({ mailboxId, emailId }: ReportedJob, change: RecipientChange): NewSuppression[] {
  const { status, enhancedStatus: smtpStatus } = change;
  const address = suppressionKey(change.address);
  const bounced = status === 'bounced' && isAddressFailure(smtpStatus);
  if (address === null || (!bounced && status !== 'complained')) return [];
  return [{ address, reason: bounced ? 'bounce' : 'complaint', mailboxId, sourceEmailId: emailId, smtpStatus }];
}
