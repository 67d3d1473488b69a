import { createHash } from 'node:crypto';
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

  /**
   * Returns the generation of the password, which goes up with each reset.
   * @throws invalid_mailbox_password; rate_limited after ten wrong ones in an hour, even for the right one
   */
  async require(mailboxId: number, password: string | undefined): Promise<number> {
    if (password === undefined) throw refused('The password of the mailbox is missing.');
    const stored = await this.passwords.find(mailboxId);
    requireUnlocked(stored?.lockedSeconds);
    const isRight = await isPasswordOf(stored?.hash ?? null, password);
    if (stored && isRight) return stored.generation;
    // The hour may have filled up while this one was looked at, or the password may have been reset.
    if (stored && !(await this.passwords.countFailure(mailboxId)))
      requireUnlocked((await this.passwords.find(mailboxId))?.lockedSeconds);
    throw refused('This is not the password of the mailbox.');
  }

  /** Refuses an address with which nobody can sign in: with the answers of `require`, and the same work for each. */
  async refuseUnknown(address: string, password: string): Promise<never> {
    const hash = createHash('sha256').update(address).digest();
    requireUnlocked(await this.passwords.unknownLockedSeconds(hash));
    await isPasswordOf(null, password);
    if (!(await this.passwords.countUnknownFailure(hash)))
      requireUnlocked(await this.passwords.unknownLockedSeconds(hash));
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

function requireUnlocked(lockedSeconds: number | null | undefined): void {
  if (lockedSeconds !== null && lockedSeconds !== undefined) throw locked(lockedSeconds);
}

function locked(retryAfterSeconds: number): DomainError {
  return new DomainError('rate_limited', `${MAX_FAILURES} wrong passwords came for this mailbox in the last hour.`, {
    fix: 'Wait as long as retry-after says, or reset the credentials.',
    retryAfterSeconds,
  });
}
