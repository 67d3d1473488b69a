import { Injectable } from '@nestjs/common';
import { TrustedReads } from '@mailroom/concurrency';
import { Database, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { AuditTrail, requireScope, tokenIdOf, type AuditAction, type Principal } from '@mailroom/identity';
import { closedMailbox } from '../mailbox/closed-mailbox.js';
import { MailboxAccess } from '../mailbox/mailbox-access.js';
import type { Mailbox } from '../mailbox/mailbox.js';
import { KeyAuthority } from './key-authority.js';
import { MAX_AGENT_KEYS, MAX_OWNER_KEYS, type KeyRequest, type MailKey, type NewMailKey } from './mail-key.js';
import { MailKeyRepository } from './mail-key.repository.js';
import { readKey } from './read-key.js';

/** How long a mailbox's owner key is trusted, which each of its mails brings along. */
const TRUSTED_MS = 1_000;
const MAX_ENTRIES = 10_000;

/** Keeps the OpenPGP keys of mailboxes: public ones, and private ones that only a passphrase opens. */
@Injectable()
export class MailKeyService {
  readonly #ownerKeys = new TrustedReads<number, Buffer | null>({ trustedMs: TRUSTED_MS, maxEntries: MAX_ENTRIES });

  constructor(
    private readonly database: Database,
    private readonly keys: MailKeyRepository,
    private readonly access: MailboxAccess,
    private readonly authority: KeyAuthority,
    private readonly audit: AuditTrail,
  ) {}

  async list(mailbox: Mailbox): Promise<MailKey[]> {
    return this.keys.listOfMailbox(mailbox.id);
  }

  /** The owner key that others write to; null where there is none. */
  async ownerKey({ id }: Mailbox): Promise<Buffer | null> {
    return this.#ownerKeys.get(id, () => this.keys.findOwnerKey(id));
  }

  /**
   * Keeps a key. That of the owner takes the place of the one before; the same key once more is written again under its id.
   * @throws invalid_request, insufficient_scope, quota_exceeded, policy_suspended
   */
  async register(principal: Principal, mailbox: Mailbox, request: KeyRequest): Promise<MailKey> {
    const { kind } = request;
    if (kind === 'owner') requireScope(principal, 'send');
    const tokenId = kind === 'agent' ? requireToken(principal) : null;
    const key = await readKey(mailbox, request, tokenId);
    const id = await this.database.transaction(async (tx) => {
      if (!(await this.keys.holdMailbox(tx, mailbox.id))) throw closedMailbox();
      const known = (await this.keys.listHeld(tx, mailbox.id)).filter((each) => each.kind === kind);
      if (kind === 'owner') await this.#requireOwn(tx, principal, known, key);
      const same = known.find((each) => each.fingerprint === key.fingerprint && each.tokenId === tokenId);
      if (!same && known.length >= limitOf(kind)) throw tooMany(kind);
      if (kind === 'owner') await this.keys.replaceOwner(tx, mailbox.id, same?.id ?? null);
      if (same) await this.keys.renew(tx, same.id, key);
      const keyId = same?.id ?? (await this.keys.insert(tx, mailbox.id, key));
      await this.#record(tx, principal, 'key.registered', { id: keyId, mailboxId: mailbox.id, ...key });
      return keyId;
    });
    this.#ownerKeys.forget(mailbox.id);
    const kept = await this.keys.find(id);
    if (!kept) throw noKey();
    return kept;
  }

  /**
   * Deletes a key; mail that is for it can then only be read by who has it elsewhere. An agent key is deleted by its token too.
   * @throws not_found, insufficient_scope
   */
  async delete(principal: Principal, id: number): Promise<void> {
    const key = await this.keys.find(id);
    const mailbox = key && (await this.access.visible(principal, key.mailboxId));
    if (!key || !mailbox) throw noKey();
    await this.database.transaction(async (tx) => {
      const isOwn = key.tokenId !== null && key.tokenId === tokenIdOf(principal.id);
      if (!isOwn && !(await this.authority.decides(tx, principal))) throw notYours();
      const isOpen = await this.keys.holdMailbox(tx, key.mailboxId);
      if (isOpen && (await this.#isNeeded(tx, key))) throw needed();
      if (!(await this.keys.remove(tx, id))) throw noKey();
      await this.#record(tx, principal, 'key.deleted', key);
    });
    this.#ownerKeys.forget(mailbox.id);
  }

  /** Whoever may send may bring the first owner key; later ones would take mail away from the reader of the one before. */
  async #requireOwn(tx: Tx, principal: Principal, known: readonly MailKey[], { fingerprint }: NewMailKey) {
    const inForce = known.find(({ replacedAt }) => replacedAt === null);
    if (known.length === 0 || inForce?.fingerprint === fingerprint) return;
    if (!(await this.authority.decides(tx, principal))) throw notYours();
  }

  /** Whether the mail of its mailbox is sealed to it, and it is the owner's. Who replaced it meanwhile took its place. */
  async #isNeeded(tx: Tx, { id, mailboxId, kind }: MailKey): Promise<boolean> {
    if (kind !== 'owner' || !(await this.keys.isSealed(tx, mailboxId))) return false;
    const held = await this.keys.listHeld(tx, mailboxId);
    return held.some((key) => key.id === id && key.replacedAt === null);
  }

  async #record(
    tx: Tx,
    principal: Principal,
    action: AuditAction,
    { id: targetId, mailboxId, kind, fingerprint }: Pick<MailKey, 'id' | 'mailboxId' | 'kind' | 'fingerprint'>,
  ): Promise<void> {
    const { tenantId } = principal;
    await this.audit.record(tx, principal, {
      action,
      tenantId,
      targetId,
      details: { accountId: mailboxId, kind, fingerprint },
    });
  }
}

function limitOf(kind: MailKey['kind']): number {
  return kind === 'owner' ? MAX_OWNER_KEYS : MAX_AGENT_KEYS;
}

function requireToken(principal: Principal): number {
  const tokenId = tokenIdOf(principal.id);
  if (tokenId !== null) return tokenId;
  throw new DomainError('insufficient_scope', 'An agent key belongs to a token, and this credential is none.', {
    fix: 'Register it with the token that the agent works with.',
  });
}

function notYours(): DomainError {
  return new DomainError('insufficient_scope', 'This key is not for this token to replace or delete.', {
    fix: 'Call it with a manager token, or signed in with the password of the mailbox; an agent key, with its own token.',
  });
}

function tooMany(kind: MailKey['kind']): DomainError {
  return new DomainError('quota_exceeded', `This mailbox has ${limitOf(kind)} ${kind} keys.`, {
    fix: 'Delete one with DELETE /keys/{keyId}; mail that is for it alone can then no longer be read.',
  });
}

function needed(): DomainError {
  return new DomainError('invalid_request', 'Mail to this mailbox is sealed to this key.', {
    fix: 'Register another owner key first, or send PATCH /mailboxes/{accountId} { "encryption": "none" }.',
  });
}

function noKey(): DomainError {
  return new DomainError('not_found', 'There is no such key.');
}
