import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import {
  AuditTrail,
  requireManager,
  TenantService,
  type IssuedToken,
  type OperatorDecision,
  type Principal,
  type TokenRequest,
} from '@mailroom/identity';
import { canonicalAddress, isOneWriting, lookOf, parseAddress } from '@mailroom/message';
import { MailboxAccess } from './mailbox-access.js';
import { MailboxCreation } from './mailbox-creation.js';
import { SealingRules } from '../sealing/sealing-rules.js';
import type { Mailbox, MailboxEncryption } from './mailbox.js';
import { MailboxRepository, type MailboxPage, type MailboxWithLatest } from './mailbox.repository.js';
import { localPartOf } from './mailbox-looks.repository.js';
import { isRoleName } from './role-names.js';

export type MailboxRequest = {
  readonly email: string;
  /** The mailbox whose user becomes the owner; without it, a new user does. */
  readonly ownerAccountId?: number | undefined;
  readonly name?: string | undefined;
  readonly allReceive?: boolean | undefined;
  readonly token: TokenRequest;
};

export type MailboxFilter = MailboxPage & { readonly email?: string | undefined };

/** What is left out stays as it is. */
export type MailboxChange = {
  readonly name?: string | undefined;
  readonly allReceive?: boolean | undefined;
  readonly status?: 0 | 1 | undefined;
  readonly encryption?: MailboxEncryption | undefined;
  readonly sealBeforeExtraction?: boolean | undefined;
};

@Injectable()
export class MailboxService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly access: MailboxAccess,
    private readonly tenants: TenantService,
    private readonly creation: MailboxCreation,
    private readonly audit: AuditTrail,
    private readonly sealing: SealingRules,
  ) {}

  /** The mailboxes that the principal can reach, or of these the one with that address. @throws invalid_request */
  async list(principal: Principal, { email, ...page }: MailboxFilter): Promise<MailboxWithLatest[]> {
    const { tenantId, mailboxId } = principal;
    const key = email === undefined ? mailboxId : canonicalOf(email);
    if (key === null) return this.mailboxes.listWithLatest(tenantId, page);
    const found = await this.mailboxes.findWithLatest(tenantId, key);
    return found && (mailboxId ?? found.id) === found.id && isBeyond(found.id, page) ? [found] : [];
  }

  /**
   * Creates a mailbox and its first token, under a domain of the tenant or a shared one. An address that the tenant may
   * not have is refused before anyone asks whether it exists.
   * @throws invalid_request, address_taken
   */
  async create(principal: Principal, request: MailboxRequest): Promise<{ mailbox: Mailbox; token: IssuedToken }> {
    requireManager(principal);
    const owner = request.ownerAccountId && (await this.access.require(principal, request.ownerAccountId));
    const { address, domain } = await this.#hostedAddress(principal, request);
    const look = lookOf(localPartOf(address));
    // A refused insert would still use up an id, so we ask first; requests that race are decided by the insert.
    if (await this.mailboxes.isTaken({ address, domain, look })) throw taken(address);
    return this.database.transaction(async (tx) => {
      if (request.allReceive) await this.#requireUnshared(tx, domain);
      const userId = owner ? owner.userId : await this.tenants.createUser(tx, principal.tenantId, request.name ?? '');
      const { name = '', allReceive = false, token } = request;
      const wanted = { tenantId: principal.tenantId, userId, address, domain, name, allReceive };
      const created = await this.creation.create(tx, principal, wanted, token);
      if (!created) throw taken(address);
      return created;
    });
  }

  /**
   * A disabled mailbox accepts and sends nothing from one second later on; its tokens can still read what it has and
   * settle its tasks. Whether mail is sealed is for whoever decides over the keys, the rest for managers; that too counts from
   * one second later on, and until then what comes is kept as before.
   * @throws not_found, insufficient_scope, policy_suspended; invalid_request if the domain is not the tenant's own
   */
  async update(principal: Principal, mailboxId: number, change: MailboxChange): Promise<MailboxWithLatest> {
    const { encryption, sealBeforeExtraction, ...rest } = withoutUndefined(change);
    const isOfSealing = encryption !== undefined || sealBeforeExtraction !== undefined;
    if (!isOfSealing || Object.keys(rest).length > 0) requireManager(principal);
    const mailbox = await this.access.require(principal, mailboxId);
    if (change.allReceive) {
      const domain = await this.mailboxes.findDomain(mailbox.domain);
      if (domain?.tenantId !== principal.tenantId) throw notOwnDomain();
    }
    await this.#change(principal, mailbox, withoutUndefined(change));
    const changed = await this.mailboxes.findWithLatest(principal.tenantId, mailbox.id);
    if (!changed) throw new DomainError('not_found', 'There is no such mailbox.');
    return changed;
  }

  /**
   * Only the operator calls this: a disabled mailbox accepts and sends nothing. What is so already changes nothing.
   * @param key its address or id @throws not_found
   */
  async setStatus(key: string | number, status: 0 | 1, decision: OperatorDecision = { by: null, reason: '' }) {
    const mailbox = await this.#ofOperator(key);
    await this.database.transaction(async (tx) => {
      const before = await this.mailboxes.lockStatus(tx, mailbox.id);
      if (before === status) return;
      await this.mailboxes.update(tx, mailbox.id, { status });
      const { id: targetId, tenantId } = mailbox;
      const details = { status, ...(decision.reason !== '' && { reason: decision.reason }) };
      await this.audit.record(tx, decision.by, { action: 'mailbox.changed', tenantId, targetId, details });
    });
    this.access.forget(mailbox.id);
    return { ...mailbox, status };
  }

  async #ofOperator(key: string | number): Promise<Mailbox> {
    const found = await (typeof key === 'number' ? this.mailboxes.find(key) : this.mailboxes.findByAddress(key));
    if (found) return found;
    throw new DomainError('not_found', `There is no mailbox ${key}.`);
  }

  /** Records the change and who made it. */
  async #change(actor: Principal, { id, tenantId, domain }: Mailbox, change: DefinedChange): Promise<void> {
    if (Object.keys(change).length === 0) return;
    await this.database.transaction(async (tx) => {
      if (change.allReceive) await this.#requireUnshared(tx, domain);
      const { encryption, sealBeforeExtraction } = change;
      const isOfSealing = encryption !== undefined || sealBeforeExtraction !== undefined;
      if (isOfSealing) await this.sealing.require(tx, actor, id, encryption);
      await this.mailboxes.update(tx, id, change);
      await this.audit.record(tx, actor, { action: 'mailbox.changed', tenantId, targetId: id, details: change });
    });
    this.access.forget(id);
  }

  async #hostedAddress(principal: Principal, request: MailboxRequest): Promise<{ address: string; domain: string }> {
    const parsed = parseAddress(request.email);
    const reject = (message: string) =>
      new DomainError('invalid_request', `The address can't be used: it ${message}.`, {
        fields: [{ field: 'email', message }],
      });
    if (!parsed) throw reject('is not an email address');
    if (parsed.localPart.includes('+')) throw reject('must not contain "+", which marks a tag of a mailbox');
    const domain = await this.mailboxes.findDomain(parsed.domain);
    const own = domain?.tenantId === principal.tenantId;
    if (!own && !domain?.shared) throw reject('is not under a domain that this tenant may use');
    if (!isOneWriting(parsed.localPart)) throw reject('mixes letters of several scripts');
    if (!own && isRoleName(parsed.localPart)) throw reject('is a name that only the owner of the domain may use');
    if (!own && request.allReceive) throw notOwnDomain();
    return { address: canonicalAddress(parsed), domain: parsed.domain };
  }

  /** See `DomainSharingService.share`. */
  async #requireUnshared(tx: Tx, domain: string): Promise<void> {
    if (!(await this.mailboxes.holdShared(tx, domain))) return;
    throw new DomainError('invalid_request', 'On a domain that tenants share no mailbox takes all its mail.', {
      fields: [{ field: 'allReceive', message: 'needs a domain that is not shared' }],
    });
  }
}

function isBeyond(id: number, { cursor, oldestFirst }: MailboxPage): boolean {
  if (cursor === undefined) return true;
  return oldestFirst ? id > cursor : id < cursor;
}

function canonicalOf(email: string): string {
  const parsed = parseAddress(email);
  if (parsed) return canonicalAddress(parsed);
  throw new DomainError('invalid_request', 'The parameter "email" is not an email address.', {
    fields: [{ field: 'email', message: 'is not an email address' }],
  });
}

function taken(address: string): DomainError {
  return new DomainError('address_taken', `The address ${address}, or one that looks like it, is or was in use.`, {
    fix: 'Choose another local part; an address is never given twice.',
  });
}

function notOwnDomain(): DomainError {
  return new DomainError('invalid_request', 'Only the owner of a domain can take all its mail.', {
    fields: [{ field: 'allReceive', message: 'needs a domain of this tenant' }],
  });
}

type DefinedChange = { readonly [Field in keyof MailboxChange]?: Exclude<MailboxChange[Field], undefined> };

function withoutUndefined({
  name,
  allReceive,
  status,
  encryption,
  sealBeforeExtraction,
}: MailboxChange): DefinedChange {
  return {
    ...(name !== undefined && { name }),
    ...(allReceive !== undefined && { allReceive }),
    ...(status !== undefined && { status }),
    ...(encryption !== undefined && { encryption }),
    ...(sealBeforeExtraction !== undefined && { sealBeforeExtraction }),
  };
}
