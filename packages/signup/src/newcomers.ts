import { Injectable } from '@nestjs/common';
import { CreditAccountRepository } from '@mailroom/billing';
import type { Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { HOSTED_TOKEN_DAYS, scopes, TenantService, type Principal } from '@mailroom/identity';
import { MailboxCreation, MailboxRepository } from '@mailroom/mail';
import { signedUp, type SignedUp } from './signed-up.js';
import type { SignupRequest } from './signup-request.js';

const DAY_MS = 86_400_000;

/** Where a newcomer's mailbox is to be. */
export type Place = {
  readonly domain: string;
  /** Local parts that will do; the first that is free becomes that of the mailbox. */
  readonly names: readonly string[];
  /** The request, which the audit trail names. */
  readonly requestId: string | undefined;
};

/** All of the names were taken while we asked; what was written is to be rolled back. */
export class NamesTaken extends Error {
  override readonly name = 'NamesTaken';
}

/** Creates all that a newcomer gets, in one transaction. */
@Injectable()
export class Newcomers {
  constructor(
    private readonly tenants: TenantService,
    private readonly accounts: CreditAccountRepository,
    private readonly mailboxes: MailboxRepository,
    private readonly creation: MailboxCreation,
  ) {}

  /** @throws NamesTaken; signup_closed if the domain is no longer shared */
  async settle(tx: Tx, request: SignupRequest, { domain, names, requestId }: Place): Promise<SignedUp> {
    if (!(await this.mailboxes.holdShared(tx, domain))) throw notShared();
    const { id: tenantId } = await this.tenants.createMetered(tx, request.productName || request.agentName);
    await this.accounts.open(tx, tenantId);
    const userId = await this.tenants.createUser(tx, tenantId, request.agentName);
    const newcomer = principalOf(tenantId, requestId);
    const expiresAt = new Date(Date.now() + HOSTED_TOKEN_DAYS * DAY_MS);
    for (const name of names) {
      const address = `${name}@${domain}`;
      const wanted = { tenantId, userId, address, domain, name: request.agentName, allReceive: false };
      const created = await this.creation.create(tx, newcomer, wanted, {
        name: 'signup',
        scopes,
        expiresAt,
        hosted: true,
      });
      if (created) return signedUp(created.mailbox, created.token, expiresAt);
    }
    throw new NamesTaken();
  }
}

/** Whoever signs up acts as the mailbox that it gets. */
function principalOf(tenantId: string, requestId: string | undefined): Principal {
  return {
    id: 'signup',
    level: 'mailbox',
    tenantId,
    mailboxId: null,
    name: '',
    scopes,
    expiresAt: null,
    ...(requestId !== undefined && { requestId }),
  };
}

function notShared(): DomainError {
  return new DomainError('signup_closed', 'The domain for new mailboxes is not shared.', {
    fix: 'Ask the operator of the installation to share it: npm run ops -- domains share <domain>.',
  });
}
