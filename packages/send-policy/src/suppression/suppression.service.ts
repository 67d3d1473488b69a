import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { requireManager, type Principal } from '@mailroom/identity';
import { MailboxAccess } from '@mailroom/mail';
import { suppressionKey } from './suppression-key.js';
import { SuppressionRepository, type Suppression, type SuppressionPage } from './suppression.repository.js';

/** The addresses that a tenant must not write to, because they do not exist or do not want its mail. */
@Injectable()
export class SuppressionService {
  constructor(
    private readonly suppressions: SuppressionRepository,
    private readonly access: MailboxAccess,
  ) {}

  /**
   * A manager sees those of the tenant or of `accountId`; a mailbox token sees those that its own mailbox's mail
   * caused.
   */
  async list(
    principal: Principal,
    accountId: number | undefined,
    page: Omit<SuppressionPage, 'mailboxId'>,
  ): Promise<Suppression[]> {
    const whole = principal.level === 'manager' && accountId === undefined;
    const mailboxId = whole ? null : (await this.access.require(principal, accountId)).id;
    return this.suppressions.list(principal.tenantId, { ...page, mailboxId });
  }

  /** Lets the tenant write to the address again; returns the address as it stood in the list. @throws not_found */
  async lift(principal: Principal, text: string): Promise<string> {
    requireManager(principal);
    const address = suppressionKey(text);
    const lifted = address !== null && (await this.suppressions.delete(principal.tenantId, address));
    if (!lifted) throw new DomainError('not_found', 'This address is not suppressed.');
    return address;
  }
}
