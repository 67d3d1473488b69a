import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError, invalidField } from '@mailroom/errors';
import { AuditTrail, type Principal } from '@mailroom/identity';
import { envelopeKeyId, MAX_ENVELOPE_BYTES } from '@mailroom/openpgp';
import { EmailRepository } from '../email/email.repository.js';
import { KeyAuthority } from '../key/key-authority.js';
import { MailKeyRepository } from '../key/mail-key.repository.js';
import type { KeyWithParts } from '../key/mail-key.repository.js';
import { MailboxAccess } from '../mailbox/mailbox-access.js';
import { EnvelopeRepository } from './envelope.repository.js';

export type EnvelopeRequest = { readonly keyId: number; readonly packet: Buffer };

/** How an owner lets an agent key read mail that came before it, or that was not for it. */
@Injectable()
export class EnvelopeService {
  constructor(
    private readonly database: Database,
    private readonly envelopes: EnvelopeRepository,
    private readonly emails: EmailRepository,
    private readonly keys: MailKeyRepository,
    private readonly authority: KeyAuthority,
    private readonly access: MailboxAccess,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Keeps the session key of a message, wrapped for an agent key of its mailbox; one that is there already is replaced.
   * @throws not_found, invalid_request, insufficient_scope
   */
  async add(principal: Principal, emailId: number, { keyId, packet }: EnvelopeRequest): Promise<void> {
    const email = await this.emails.find(emailId, principal.mailboxId);
    const mailbox = email && (await this.access.visible(principal, email.mailboxId));
    if (!email || !mailbox) throw noEmail();
    const key = await this.#agentKey(keyId, mailbox.id);
    if (!email.encrypted) throw invalidField('emailId', 'names an email that is not encrypted');
    if (!key.keyIds.includes(envelopeKeyId(packet) ?? ''))
      throw invalidField(
        'packet',
        `must be one public-key encrypted session key packet, of ${MAX_ENVELOPE_BYTES} bytes at most, for that key`,
      );
    await this.database.transaction(async (tx) => {
      await this.authority.require(tx, principal);
      if (!(await this.envelopes.put(tx, email, keyId, packet))) throw noEmail();
      const details = { accountId: mailbox.id, keyId, fingerprint: key.fingerprint };
      await this.audit.record(tx, principal, {
        action: 'envelope.added',
        tenantId: principal.tenantId,
        targetId: emailId,
        details,
      });
    });
  }

  /** The ids, newest first, of encrypted emails that an agent key can't read as far as we know. @throws not_found */
  async unwrapped(principal: Principal, keyId: number, beforeId: number, limit: number): Promise<number[]> {
    const key = await this.keys.find(keyId);
    const mailbox = key?.kind === 'agent' ? await this.access.visible(principal, key.mailboxId) : null;
    if (!mailbox) throw noKey();
    return this.envelopes.unwrapped(keyId, beforeId, limit);
  }

  async #agentKey(keyId: number, mailboxId: number): Promise<KeyWithParts> {
    const key = await this.keys.findWithParts(keyId);
    if (key?.kind === 'agent' && key.mailboxId === mailboxId) return key;
    throw noKey();
  }
}

function noEmail(): DomainError {
  return new DomainError('not_found', 'There is no such email.');
}

function noKey(): DomainError {
  return new DomainError('not_found', 'The mailbox has no such agent key.');
}
