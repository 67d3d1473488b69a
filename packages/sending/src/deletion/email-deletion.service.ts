import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { requireManager, type Principal } from '@mailroom/identity';
import { EmailService } from '@mailroom/mail';
import { EmailDeletionRepository } from './email-deletion.repository.js';

/**
 * Removes emails with everything that depends on them. It belongs to sending because a job may still need sent mail.
 */
@Injectable()
export class EmailDeletionService {
  constructor(
    private readonly database: Database,
    private readonly deletions: EmailDeletionRepository,
    private readonly emails: EmailService,
  ) {}

  /**
   * Deletes one email, even while an agent holds its task; the agent's next call finds nothing.
   * @throws not_found; delivery_in_progress while the message may still go out
   */
  async delete(principal: Principal, emailId: number): Promise<void> {
    requireManager(principal);
    const { email } = await this.emails.require(principal, emailId);
    const removed = await this.database.transaction((tx) => this.deletions.remove(tx, [email], 'wait'));
    if (removed.length === 1) return;
    // Either somebody else deleted it meanwhile, or its job still needs it.
    await this.emails.require(principal, emailId);
    throw new DomainError('delivery_in_progress', 'This email may still be sent, so it can not be deleted now.', {
      fix: 'Wait until its status is sent, delivered or failed; an unknown outcome is settled by the operator.',
    });
  }
}
