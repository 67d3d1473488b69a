import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { MailboxAccess, type Mailbox } from '@mailroom/mail';

/** Finds the mailbox that a token is bound to: the self of these routes. */
@Injectable()
export class SelfMailbox {
  constructor(private readonly access: MailboxAccess) {}

  /** @throws insufficient_scope for a credential of a whole tenant */
  async of(caller: Principal): Promise<Mailbox> {
    if (caller.mailboxId !== null) return this.access.require(caller, caller.mailboxId);
    throw new DomainError('insufficient_scope', 'This credential is bound to a tenant, not to one mailbox.', {
      fix: 'Use a mailbox token: that of a signup, or one of POST /api/agent/v1/mailboxes/{accountId}/tokens.',
    });
  }
}
