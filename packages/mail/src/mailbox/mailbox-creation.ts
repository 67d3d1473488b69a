import { Injectable } from '@nestjs/common';
import type { Tx } from '@mailroom/database';
import { AuditTrail, TokenService, type IssuedToken, type Principal, type TokenRequest } from '@mailroom/identity';
import { lookOf } from '@mailroom/message';
import type { Mailbox } from './mailbox.js';
import { localPartOf } from './mailbox-looks.repository.js';
import { MailboxRepository } from './mailbox.repository.js';

/** A mailbox to be; its address is canonical, and one that its tenant may have. */
export type NewMailbox = Pick<Mailbox, 'tenantId' | 'userId' | 'address' | 'domain' | 'name' | 'allReceive'>;

/** Creates mailboxes, each with its first token, in the transaction of what they come with. */
@Injectable()
export class MailboxCreation {
  constructor(
    private readonly mailboxes: MailboxRepository,
    private readonly tokens: TokenService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Returns null if the address, or one that looks like it, is or was in use; then nothing is written. A race for an
   * address is decided here.
   */
  async create(
    tx: Tx,
    creator: Principal,
    wanted: NewMailbox,
    request: TokenRequest,
  ): Promise<{ mailbox: Mailbox; token: IssuedToken } | null> {
    const mailbox = await this.mailboxes.insert(tx, { ...wanted, look: lookOf(localPartOf(wanted.address)) });
    if (!mailbox) return null;
    const { id: targetId, tenantId, address, name, allReceive } = mailbox;
    const details = { address, name, allReceive };
    await this.audit.record(tx, creator, { action: 'mailbox.created', tenantId, targetId, details });
    return { mailbox, token: await this.tokens.issueMailboxToken(tx, creator, mailbox, request) };
  }
}
