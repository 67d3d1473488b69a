import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { closedMailbox, MailboxAccess } from '@mailroom/mail';
import type { Lease } from './lease.js';
import { LeaseRepository, type LeasePage } from './lease.repository.js';

/** What the agents of a tenant do with the mailboxes that they lease. */
@Injectable()
export class LeaseService {
  constructor(
    private readonly leases: LeaseRepository,
    private readonly access: MailboxAccess,
  ) {}

  async list(principal: Principal, page: LeasePage): Promise<Lease[]> {
    return this.leases.list(requireAgent(principal).tenantId, page);
  }

  /** @throws not_found */
  async require(principal: Principal, id: string): Promise<Lease> {
    const lease = await this.leases.find(requireAgent(principal).tenantId, id);
    if (!lease) throw new DomainError('not_found', 'There is no such lease.');
    return lease;
  }

  /** @throws policy_suspended for a mailbox whose lease has ended; one that was never leased passes */
  async requireNotEnded(mailboxId: number): Promise<void> {
    if (await this.leases.hasEnded(mailboxId)) throw closedMailbox('lease ended');
  }

  /** Ends the lease; one that has ended stays as it is. @throws not_found */
  async release(principal: Principal, id: string): Promise<Lease> {
    const { mailboxId } = await this.require(principal, id);
    await this.leases.release(principal, id);
    this.access.forget(mailboxId);
    return this.require(principal, id);
  }

  /** Lets the lease end that many hours from now, if that is later than it would. @throws not_found, lease_expired */
  async extend(principal: Principal, id: string, hours: number): Promise<Lease> {
    const { mailboxId } = await this.require(principal, id);
    if (await this.leases.extend(principal, id, hours)) {
      this.access.forget(mailboxId);
      return this.require(principal, id);
    }
    throw new DomainError('lease_expired', 'This lease has ended, so it can not be extended.', {
      fix: 'Lease another mailbox; mail of this one can be read for 24 hours after its end.',
    });
  }
}

/** Who has signed in with a wallet. */
export type Agent = Principal & { readonly agentId: string };

/** @throws insufficient_scope for a credential that is not the session of a wallet */
export function requireAgent(principal: Principal): Agent {
  const { agentId } = principal;
  if (agentId !== undefined) return { ...principal, agentId };
  throw new DomainError('insufficient_scope', 'Mailbox leases need the session of a wallet.', {
    fix: 'Sign in with a wallet: POST /v2/auth/siwe/challenge, then POST /v2/auth/siwe/verify.',
  });
}
