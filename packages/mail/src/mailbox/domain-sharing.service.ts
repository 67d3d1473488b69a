import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { AuditTrail, DEFAULT_TENANT_ID, TenantService, type AuditedActor } from '@mailroom/identity';
import { MailboxRepository } from './mailbox.repository.js';

/** Shows the operator, and changes, the domains on which every tenant may create mailboxes. */
@Injectable()
export class DomainSharingService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly tenants: TenantService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * A shared domain has no catch-all: otherwise whoever created an address would take over mail that was the
   * catch-all's.
   * @throws not_found; invalid_request while a mailbox takes all its mail
   */
  async share(name: string, by: AuditedActor = null): Promise<void> {
    await this.database.transaction(async (tx) => {
      // This locks the row first, so that no catch-all is created at the same time.
      await this.#set(tx, name, true, by);
      if (!(await this.mailboxes.hasCatchAll(tx, name))) return;
      throw new DomainError('invalid_request', `A mailbox of ${name} takes all its mail: end that before sharing it.`);
    });
  }

  /** Adds the domain where it is missing, as that of this tenant, and shares it. @throws as `share` */
  async ensureShared(tenantId: string, name: string): Promise<void> {
    await this.mailboxes.ensureDomains(tenantId, [name]);
    await this.share(name, 'system');
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
    await this.database.transaction((tx) => this.#set(tx, name, false, null));
  }

  /** Records what it changes; a domain that is so already stays as it is. */
  async #set(tx: Tx, name: string, shared: boolean, by: AuditedActor): Promise<void> {
    const set = await this.mailboxes.setShared(tx, name, shared);
    if (!set) throw unknown(name);
    if (!set.isChanged) return;
    const action = shared ? 'domain.shared' : 'domain.unshared';
    await this.audit.record(tx, by, { action, tenantId: set.tenantId, targetId: name, details: {} });
  }
}

function unknown(name: string): DomainError {
  return new DomainError('not_found', `There is no domain ${name}.`);
}
