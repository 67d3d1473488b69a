import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { EmailService, type EmailInMailbox } from '../email/email.service.js';
import { MailboxAccess } from '../mailbox/mailbox-access.js';
import { LabelRepository } from './label.repository.js';

/** Labels that agents put on emails, by which they find them. */
@Injectable()
export class LabelService {
  constructor(
    private readonly database: Database,
    private readonly labels: LabelRepository,
    private readonly emails: EmailService,
    private readonly access: MailboxAccess,
  ) {}

  /** The labels that emails of a mailbox have. @throws account_required, not_found */
  async names(principal: Principal, accountId: number | undefined): Promise<string[]> {
    const mailbox = await this.access.require(principal, accountId);
    return this.labels.names(mailbox.id);
  }

  /** Replaces the email's labels with exactly these. @throws not_found */
  async set(principal: Principal, emailId: number, labels: readonly string[]): Promise<EmailInMailbox> {
    const { email, mailbox } = await this.emails.require(principal, emailId);
    const sorted = [...new Set(labels)].sort();
    const found = await this.database.transaction((tx) => this.labels.replace(tx, email, sorted));
    if (!found) throw new DomainError('not_found', 'There is no such email.');
    return { email: { ...email, labels: sorted }, mailbox };
  }
}
