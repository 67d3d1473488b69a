import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import {
  AuditTrail,
  requireManager,
  TenantService,
  TokenService,
  type IssuedToken,
  type Principal,
  type TokenRequest,
} from '@mailroom/identity';
import { canonicalAddress, parseAddress } from '../address/address.js';
import { MailboxAccess } from './mailbox-access.js';
import type { Mailbox } from './mailbox.js';
import { MailboxRepository, type MailboxWithLatest } from './mailbox.repository.js';

export type MailboxRequest = {
  readonly email: string;
  /** A mailbox whose user becomes the owner; otherwise a new user does. */
  readonly ownerAccountId?: number | undefined;
  readonly name?: string | undefined;
  readonly allReceive?: boolean | undefined;
  readonly token: TokenRequest;
};

/** What is left out stays as it is. */
export type MailboxChange = {
  readonly name?: string | undefined;
  readonly allReceive?: boolean | undefined;
  readonly status?: 0 | 1 | undefined;
};

@Injectable()
export class MailboxService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly access: MailboxAccess,
    private readonly tenants: TenantService,
    private readonly tokens: TokenService,
    private readonly audit: AuditTrail,
  ) {}

  /** The mailboxes that the principal can reach. */
  async list(principal: Principal): Promise<MailboxWithLatest[]> {
    return this.mailboxes.listWithLatest(principal.tenantId, principal.mailboxId);
  }

  /** Creates a mailbox under a hosted domain, and its first token. @throws invalid_request, address_taken */
  async create(principal: Principal, request: MailboxRequest): Promise<{ mailbox: Mailbox; token: IssuedToken }> {
    requireManager(principal);
    const { address, domain } = await this.#hostedAddress(principal, request);
    const owner = request.ownerAccountId && (await this.access.require(principal, request.ownerAccountId));
    return this.database.transaction(async (tx) => {
      const userId = owner ? owner.userId : await this.tenants.createUser(tx, principal.tenantId, request.name ?? '');
      const mailbox = await this.#insert(tx, principal, { address, domain, userId, request });
      const { id: targetId, tenantId, name, allReceive } = mailbox;
      const details = { address, name, allReceive };
      await this.audit.record(tx, principal, { action: 'mailbox.created', tenantId, targetId, details });
      return { mailbox, token: await this.tokens.issueMailboxToken(tx, principal, mailbox, request.token) };
    });
  }

  /**
   * A disabled mailbox takes and sends nothing from one second later on; its tokens still read what it has and settle its
   * tasks. @throws not_found; invalid_request, when the domain is not the tenant's own
   */
  async update(principal: Principal, mailboxId: number, change: MailboxChange): Promise<MailboxWithLatest> {
    requireManager(principal);
    const mailbox = await this.access.require(principal, mailboxId);
    if (change.allReceive) {
      const domain = await this.mailboxes.findDomain(mailbox.domain);
      if (domain?.tenantId !== principal.tenantId) throw notOwnDomain();
    }
    await this.#change(principal, mailbox, withoutUndefined(change));
    const [changed] = await this.mailboxes.listWithLatest(principal.tenantId, mailbox.id);
    if (!changed) throw new DomainError('not_found', 'There is no such mailbox.');
    return changed;
  }

  /** For the operator alone: a disabled mailbox takes and sends nothing. */
  async setStatus(address: string, status: 0 | 1): Promise<Mailbox> {
    const mailbox = await this.database.use((client) => client.mailbox.findUnique({ where: { address } }));
    if (!mailbox) throw new DomainError('not_found', `There is no mailbox ${address}.`);
    await this.#change(null, mailbox, { status });
    return { ...mailbox, status };
  }

  /** Writes the change and who made it; a null actor is the operator. */
  async #change(actor: Principal | null, { id, tenantId }: Mailbox, change: DefinedChange): Promise<void> {
    if (Object.keys(change).length === 0) return;
    await this.database.transaction(async (tx) => {
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
    if (!domain) throw reject('is not under a domain of this service');
    if (request.allReceive && domain.tenantId !== principal.tenantId) {
      throw notOwnDomain();
    }
    return { address: canonicalAddress(parsed), domain: parsed.domain };
  }

  async #insert(
    tx: Tx,
    principal: Principal,
    { address, domain, userId, request }: { address: string; domain: string; userId: number; request: MailboxRequest },
  ): Promise<Mailbox> {
    const mailbox = await this.mailboxes.insert(tx, {
      tenantId: principal.tenantId,
      userId,
      address,
      domain,
      name: request.name ?? '',
      allReceive: request.allReceive ?? false,
    });
    if (mailbox) return mailbox;
    throw new DomainError('address_taken', `The address ${address} is or was in use.`, {
      fix: 'Choose another local part; an address is never given twice.',
    });
  }
}

function notOwnDomain(): DomainError {
  return new DomainError('invalid_request', 'Only the owner of a domain can take all its mail.', {
    fields: [{ field: 'allReceive', message: 'needs a domain of this tenant' }],
  });
}

type DefinedChange = { readonly [Field in keyof MailboxChange]?: Exclude<MailboxChange[Field], undefined> };

function withoutUndefined({ name, allReceive, status }: MailboxChange): DefinedChange {
  return {
    ...(name !== undefined && { name }),
    ...(allReceive !== undefined && { allReceive }),
    ...(status !== undefined && { status }),
  };
}
