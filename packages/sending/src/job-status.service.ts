import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { MailboxAccess, type EmailPlace } from '@mailroom/mail';
import { JobStatusRepository, type OutboundJob } from './job-status.repository.js';

/** Shows what becomes of submitted mail to whoever may see the mailbox that sent it. */
@Injectable()
export class JobStatusService {
  constructor(
    private readonly jobs: JobStatusRepository,
    private readonly access: MailboxAccess,
  ) {}

  /** @throws not_found */
  async require(principal: Principal, jobId: number): Promise<OutboundJob> {
    return this.#visible(principal, await this.jobs.find(jobId, principal.mailboxId), 'There is no such outbound job.');
  }

  /** The job of an email that the principal has just sent, or had under this key. @throws not_found */
  async requireOfEmail(principal: Principal, email: EmailPlace): Promise<OutboundJob> {
    // An idempotency key outlives its email: what was sent under it is not sent again.
    const missing = 'The email that was sent under this key was deleted.';
    return this.#visible(principal, await this.jobs.findOfEmail(email), missing);
  }

  async #visible(principal: Principal, job: OutboundJob | null, missing: string): Promise<OutboundJob> {
    const mailbox = job && (await this.access.visible(principal, job.mailboxId));
    if (!job || !mailbox) throw new DomainError('not_found', missing);
    return job;
  }
}
