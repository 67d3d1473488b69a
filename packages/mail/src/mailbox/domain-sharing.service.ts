import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { DEFAULT_TENANT_ID, TenantService } from '@mailroom/identity';
import { MailboxRepository } from './mailbox.repository.js';

/** Shows the operator, and changes, the domains on which every tenant may create mailboxes. */
@Injectable()
export class DomainSharingService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly tenants: TenantService,
  ) {}

  /**
   * A shared domain has no catch-all: otherwise whoever created an address would take over mail that was the
   * catch-all's.
   * @throws not_found; invalid_request while a mailbox takes all its mail
   */
  async share(name: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      // This locks the row first, so that no catch-all is created at the same time.
      if (!(await this.mailboxes.setShared(tx, name, true))) throw unknown(name);
      if (!(await this.mailboxes.hasCatchAll(tx, name))) return;
      throw new DomainError('invalid_request', `A mailbox of ${name} takes all its mail: end that before sharing it.`);
    });
  }

  /** Adds the domain where it is missing, as that of this tenant, and shares it. @throws as `share` */
  async ensureShared(tenantId: string, name: string): Promise<void> {
    await this.mailboxes.ensureDomains(tenantId, [name]);
    await this.share(name);
  }

  /**
   * Sees to it that a domain for everybody's mailboxes is there, as one of the first tenant, and shared. Where a mailbox
   * takes all its mail it can't be: then nobody gets a mailbox on it, and everything else works; returns why.
   */
  async prepare(name: string | null): Promise<DomainError | null> {
    if (name === null) return null;
    await this.tenants.ensureDefault();
    try {
      await this.ensureShared(DEFAULT_TENANT_ID, name);
      return null;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'invalid_request') return error;
      throw error;
    }
  }

  /** Addresses that other tenants created on it stay theirs. @throws not_found */
  async unshare(name: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.mailboxes.setShared(tx, name, false))) throw unknown(name);
    });
  }
}

function unknown(name: string): DomainError {
  return new DomainError('not_found', `There is no domain ${name}.`);
}
