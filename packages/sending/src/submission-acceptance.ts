import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { closedMailbox, type EmailPlace } from '@mailroom/mail';
import { RiskTallyRepository, SendPolicy } from '@mailroom/send-policy';
import { TaskService, type Actor } from '@mailroom/tasks';
import { isLockTimeout, SubmissionRepository, type NewSubmission } from './submission.repository.js';

/** The task that a submission completes, and who completes it. */
export type CompletedTask = { readonly email: EmailPlace; readonly actor: Actor };

/** What has to happen in the transaction that accepts a mail; where it throws, nothing is accepted. */
export type Within = (tx: Pick<Database, 'query'>) => Promise<void>;

type Beside = { readonly completed?: CompletedTask | null | undefined; readonly within?: Within | undefined };

/** The one way by which mail is accepted for sending, whoever wrote it. */
@Injectable()
export class SubmissionAcceptance {
  constructor(
    private readonly database: Database,
    private readonly policy: SendPolicy,
    private readonly submissions: SubmissionRepository,
    private readonly tasks: TaskService,
    private readonly tallies: RiskTallyRepository,
  ) {}

  /**
   * Asks the policy and writes the email, its job, its event, what it costs and the end of a task, all in one commit. It
   * is one statement, or more where a task ends or the surface has something to add. Returns the id of the email.
   * @throws what the policy refuses it with; policy_suspended, idempotency_in_progress, rate_limited, lease_conflict,
   *   lease_expired
   */
  async accept(submission: NewSubmission, { completed, within }: Beside): Promise<number> {
    try {
      if (!completed && !within) return await this.#write(this.database, submission);
      return await this.database.sqlTransaction(async (tx) => {
        await within?.(tx);
        const emailId = await this.#write(tx, submission);
        if (completed) await this.tasks.complete(tx, completed.email, completed.actor);
        return emailId;
      });
    } catch (error) {
      if (error instanceof DomainError && error.code === 'recipient_suppressed') {
        await this.tallies.countSuppressedTry(submission.send.tenantId);
      }
      if (!isLockTimeout(error)) throw error;
      throw submission.idempotencyKey === undefined ? crowded(error) : inProgress(error);
    }
  }

  async #write(on: Pick<Database, 'query'>, submission: NewSubmission): Promise<number> {
    const written = await this.submissions.insert(on, submission);
    if (!written) {
      const closing = await this.submissions.closingOf(submission.mailbox.id, on);
      throw closing === null ? inProgress() : closedMailbox(closing);
    }
    if ('objection' in written) throw this.policy.refusal(written.objection, submission.send);
    return written.emailId;
  }
}

function inProgress(cause?: unknown): DomainError {
  return new DomainError('idempotency_in_progress', 'The first request of this idempotency key is still under way.', {
    cause,
    retryAfterSeconds: 1,
  });
}

/** Only mail of one tenant waits for the same account, so it alone hears this. */
function crowded(cause: unknown): DomainError {
  return new DomainError('rate_limited', 'Other mail of this tenant is still being accepted.', {
    cause,
    retryAfterSeconds: 1,
  });
}
