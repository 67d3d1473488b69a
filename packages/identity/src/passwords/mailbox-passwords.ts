import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Principal } from '../principal.js';
import { MAX_FAILURES, MailboxPasswordRepository } from './mailbox-password.repository.js';
import { createPassword, hashPassword, isPasswordOf } from './password-hash.js';

/** A mailbox whose caller may have its password replaced. */
type OwnMailbox = { readonly id: number; readonly tenantId: string };

/** Checks and replaces the passwords of mailboxes. */
@Injectable()
export class MailboxPasswords {
  constructor(
    private readonly database: Database,
    private readonly passwords: MailboxPasswordRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws invalid_mailbox_password; rate_limited after ten wrong ones in an hour, even for the right one */
  async require(mailboxId: number, password: string | undefined): Promise<void> {
    if (password === undefined) throw refused('The password of the mailbox is missing.');
    const stored = await this.passwords.find(mailboxId);
    const lockedSeconds = stored?.lockedSeconds ?? null;
    if (lockedSeconds !== null) throw locked(lockedSeconds);
    if (await isPasswordOf(stored?.hash ?? null, password)) return;
    if (stored && !(await this.passwords.countFailure(mailboxId))) throw locked(1);
    throw refused('This is not the password of the mailbox.');
  }

  /** Returns a new password; the one before it is over, and so are sign-ins that began with it. */
  async reset(principal: Principal, { id, tenantId }: OwnMailbox): Promise<string> {
    const password = createPassword();
    const hash = await hashPassword(password);
    await this.database.transaction(async (tx) => {
      await this.passwords.replace(tx, id, hash);
      const details = { password: 'reset' };
      await this.audit.record(tx, principal, { action: 'mailbox.changed', tenantId, targetId: id, details });
    });
    return password;
  }
}

function refused(detail: string): DomainError {
  return new DomainError('invalid_mailbox_password', detail, {
    fix: 'Send the webmail_password of the lease as mailbox_password; POST /v2/mailboxes/accounts/{account_id}/credentials/reset gives a new one.',
  });
}

function locked(retryAfterSeconds: number): DomainError {
  return new DomainError('rate_limited', `${MAX_FAILURES} wrong passwords came for this mailbox in the last hour.`, {
    fix: 'Wait as long as retry-after says, or reset the credentials.',
    retryAfterSeconds,
  });
}
