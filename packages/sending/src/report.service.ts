import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { emailBounced, emailComplained, emailDelivered } from '@mailroom/events';
import { EmailRepository, hasReturnPathForm, type EmailPlace, type ReceivedReport } from '@mailroom/mail';
import { parseAddress } from '@mailroom/message';
import { Outbox } from '@mailroom/messaging';
import { suppressionKey, SuppressionRepository, type NewSuppression } from '@mailroom/send-policy';
import { changeOf, type RecipientChange } from './report-matching.js';
import { ReportRepository, type ReportedJob } from './report.repository.js';
import { isAddressFailure } from './suppression-rules.js';

/** A job that a report concerns; `proven` if the report knew its return path. */
type Match = { readonly job: ReportedJob; readonly proven: boolean };

/**
 * Applies reports to the mail that they concern; a report that fits nothing we sent changes nothing. A report speaks
 * for the one recipient whose return path it knows. If it knows none, it counts only for a message that had one
 * recipient: those who share a message know its Message-ID, and must not decide for each other.
 */
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
   * Applies the report that a received email holds. Applying it twice changes nothing more. Returns false if it must
   * wait: a next hop can report on a message before its own reply to the final dot is recorded.
   */
  async apply(email: EmailPlace): Promise<boolean> {
    const received = await this.emails.findReport(email);
    if (!received || received.report.recipients.length === 0) return true;
    return this.database.transaction(async (tx) => {
      const match = await this.#match(tx, received);
      if (!match || !isCredible(received, match)) return true;
      if (match.job.status === 'sending') return false;
      // This is a separate statement after the lock, so that it sees what the lock waited for.
      const recipient = await this.reports.reportable(tx, match.job);
      const change = recipient && changeOf(received.report, recipient);
      if (change) await this.#record(tx, match, change);
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

  async #record(tx: Tx, { job, proven }: Match, change: RecipientChange): Promise<void> {
    const { emailId, mailboxId } = job;
    const status = await this.reports.record(tx, job, change);
    const payload = { emailId, mailboxId };
    if (change.status === 'bounced') await this.outbox.append(tx, emailBounced, payload);
    if (change.status === 'complained') await this.outbox.append(tx, emailComplained, payload);
    if (status === 'delivered') await this.outbox.append(tx, emailDelivered, payload);
    // A Message-ID is quoted in public: anyone who has seen it could silence a mailbox towards the recipient.
    if (proven) await this.suppressions.insert(tx, suppressionOf(job, change));
  }
}

/**
 * A bounce that is only written for people is believed where it knows the return path and comes from the null sender;
 * reports have a form of their own (RFC 3464), and are judged by what they know.
 */
function isCredible({ report, fromNullSender }: ReceivedReport, { proven }: Match): boolean {
  return report.form !== 'text' || (proven && fromNullSender);
}

function suppressionOf({ mailboxId, emailId }: ReportedJob, change: RecipientChange): NewSuppression[] {
  const { status, enhancedStatus: smtpStatus } = change;
  const address = suppressionKey(change.address);
  const bounced = status === 'bounced' && isAddressFailure(smtpStatus);
  if (address === null || (!bounced && status !== 'complained')) return [];
  return [{ address, reason: bounced ? 'bounce' : 'complaint', mailboxId, sourceEmailId: emailId, smtpStatus }];
}
