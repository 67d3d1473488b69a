import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { KeyAuthority } from '../key/key-authority.js';
import { MailKeyRepository } from '../key/mail-key.repository.js';
import { closedMailbox } from '../mailbox/closed-mailbox.js';
import type { MailboxEncryption } from '../mailbox/mailbox.js';

/** Says who may have the mail of a mailbox sealed, and when that can be kept. */
@Injectable()
export class SealingRules {
  constructor(
    private readonly database: Database,
    private readonly keys: MailKeyRepository,
    private readonly authority: KeyAuthority,
  ) {}

  /**
   * Holds the mailbox until the transaction ends, so that its owner key stays meanwhile.
   * @throws insufficient_scope, policy_suspended, invalid_request
   */
  async require(tx: Tx, principal: Principal, mailboxId: number, encryption?: MailboxEncryption): Promise<void> {
    await this.authority.require(tx, principal);
    const isOpen = await this.keys.holdMailbox(tx, mailboxId);
    if (encryption !== 'sealed') return;
    if (!isOpen) throw closedMailbox();
    if (this.database.secrets.currentPrefix === undefined) {
      throw refused(
        'needs a key of the installation',
        'Ask the operator of the installation to set MAILROOM_SECRET_KEY.',
      );
    }
    const held = await this.keys.listHeld(tx, mailboxId);
    if (held.some(({ kind, replacedAt }) => kind === 'owner' && replacedAt === null)) return;
    throw refused('needs an owner key of the mailbox', 'Register one with POST /keys { "kind": "owner" } first.');
  }
}

function refused(message: string, fix: string): DomainError {
  return new DomainError('invalid_request', `The mail of this mailbox can't be sealed: it ${message}.`, {
    fix,
    fields: [{ field: 'encryption', message }],
  });
}
