import { Injectable } from '@nestjs/common';
import { TrustedReads } from '@mailroom/concurrency';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import type { Mailbox } from './mailbox.js';
import { MailboxRepository } from './mailbox.repository.js';

/** How long a mailbox row is trusted; its tenant and user never change. */
const TRUSTED_MS = 1_000;
const MAX_ENTRIES = 10_000;

/** Finds the mailbox that a call works on. Someone else's mailbox and a missing one give the same answer. */
@Injectable()
export class MailboxAccess {
  readonly #trusted = new TrustedReads<number, Mailbox | null>({
    trustedMs: TRUSTED_MS,
    maxEntries: MAX_ENTRIES,
    remembers: (mailbox) => mailbox !== null,
  });

  constructor(private readonly mailboxes: MailboxRepository) {}

  /**
   * Returns the mailbox that `accountId` names, or the token's own.
   * @throws account_required if a manager names none; not_found
   */
  async require(principal: Principal, accountId: number | undefined): Promise<Mailbox> {
    const id = accountId ?? principal.mailboxId;
    if (id === null) {
      throw new DomainError('account_required', 'A manager token must name the mailbox.', {
        fix: 'Send accountId; GET /mailboxes lists the ids.',
        fields: [{ field: 'accountId', message: 'is required with a manager token' }],
      });
    }
    const mailbox = this.#reaches(principal, id) ? await this.#find(id) : null;
    if (mailbox?.tenantId !== principal.tenantId) throw new DomainError('not_found', 'There is no such mailbox.');
    return mailbox;
  }

  /** Returns the mailbox of a row that was found by its own id, or null if the principal may not see it. */
  async visible(principal: Principal, mailboxId: number): Promise<Mailbox | null> {
    const mailbox = this.#reaches(principal, mailboxId) ? await this.#find(mailboxId) : null;
    return mailbox?.tenantId === principal.tenantId ? mailbox : null;
  }

  /** Forgets a mailbox that this process has just changed. */
  forget(mailboxId: number): void {
    this.#trusted.forget(mailboxId);
  }

  #reaches(principal: Principal, id: number): boolean {
    return principal.mailboxId === null || principal.mailboxId === id;
  }

  #find(id: number): Promise<Mailbox | null> {
    return this.#trusted.get(id, () => this.mailboxes.find(id));
  }
}
