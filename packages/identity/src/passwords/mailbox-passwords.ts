import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Principal } from '../principal.js';
import { FailedSignInRepository } from './failed-sign-in.repository.js';
import { MailboxPasswordRepository } from './mailbox-password.repository.js';
import { createPassword, hashPassword, isPasswordOf } from './password-hash.js';

/** A mailbox whose caller may have its password replaced. */
type OwnMailbox = { readonly id: number; readonly tenantId: string; readonly address: string };

/** A try of a caller who has no credential. */
type Try = { readonly address: string; readonly network: string; readonly password: string };

/** Checks and replaces the passwords of mailboxes. */
@Injectable()
export class MailboxPasswords {
  constructor(
    private readonly database: Database,
    private readonly passwords: MailboxPasswordRepository,
    private readonly failed: FailedSignInRepository,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Returns the generation of the password, which goes up with each reset, to a caller who holds a credential for the
   * mailbox. Nobody else's failures count.
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

  /**
   * The same for a caller who has no credential, with the same answers and the same work for an address with which
   * nobody can sign in (`mailboxId` is null).
   * @throws invalid_mailbox_password; rate_limited for a network that failed too often with this address
   */
  async requireOfStranger(mailboxId: number | null, { address, network, password }: Try): Promise<number> {
    requireUnlocked(await this.failed.lockedSeconds(address, network));
    const stored = mailboxId === null ? null : await this.passwords.find(mailboxId);
    const isRight = await isPasswordOf(stored?.hash ?? null, password);
    if (stored && isRight) return stored.generation;
    if (!(await this.failed.count(address, network)))
      requireUnlocked(await this.failed.lockedSeconds(address, network));
    throw refused('This is not the password of the mailbox.');
  }

  /** Returns a new password; the one before it is over, and so are sign-ins that began with it. */
  async reset(principal: Principal, { id, tenantId, address }: OwnMailbox): Promise<string> {
    const password = createPassword();
    const hash = await hashPassword(password);
    await this.database.transaction(async (tx) => {
      await this.passwords.replace(tx, id, hash);
      await this.failed.forget(tx, address);
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
  return new DomainError('rate_limited', 'Too many wrong passwords came for this mailbox in the last hour.', {
    fix: 'Wait as long as retry-after says, or reset the credentials.',
    retryAfterSeconds,
  });
}
