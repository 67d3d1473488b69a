import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { MailboxAccess, type Mailbox } from '@mailroom/mail';

/** The largest id of a mailbox. */
const INT4_MAX = 2_147_483_647;

/** Finds out for whom these routes work: sessions of wallets, and tokens of one mailbox for that mailbox. */
@Injectable()
export class WalletCaller {
  constructor(private readonly access: MailboxAccess) {}

  /** @throws insufficient_scope for a token of a whole tenant, which is for other surfaces */
  require(caller: Principal): void {
    if (caller.agentId !== undefined || caller.mailboxId !== null) return;
    throw new DomainError('insufficient_scope', 'Manager tokens are not taken here.', {
      fix: 'Sign in with a wallet (POST /v2/auth/siwe/challenge), or use the accessToken of a signup; manager tokens work at /api/agent/v1.',
    });
  }

  /** The mailbox that `mailbox_id` names, or the token's own. @throws insufficient_scope, account_required, not_found */
  async mailbox(caller: Principal, mailboxId: number | undefined): Promise<Mailbox> {
    this.require(caller);
    const id = mailboxId ?? caller.mailboxId;
    if (id === null) throw unnamed();
    if (id > INT4_MAX) throw new DomainError('not_found', 'There is no such mailbox.');
    return this.access.require(caller, id);
  }
}

function unnamed(): DomainError {
  return new DomainError('account_required', 'The session of a wallet must name the mailbox.', {
    fix: 'Send the mailbox_id of a lease; GET /v2/mailboxes/leases lists them.',
    fields: [{ field: 'mailbox_id', message: 'is required with the session of a wallet' }],
  });
}
