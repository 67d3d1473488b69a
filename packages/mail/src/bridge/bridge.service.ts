import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { AuditTrail, createTokenText, hashToken, tokenIdOf, type Principal } from '@mailroom/identity';
import { KeyAuthority } from '../key/key-authority.js';
import { MailKeyRepository } from '../key/mail-key.repository.js';
import { MailboxAccess } from '../mailbox/mailbox-access.js';
import type { Mailbox } from '../mailbox/mailbox.js';
import { MAX_BRIDGES_OF_KEY, type Bridge } from './bridge.js';
import { BridgeRepository } from './bridge.repository.js';

const SECRET_PREFIX = 'brs_';

/** Names an agent key of the calling token. */
export type BridgeRequest = { readonly keyId: number } | { readonly fingerprint: string };

/** The registrations of bridges: each lets a program that holds an agent key have what is wrapped for it. */
@Injectable()
export class BridgeService {
  constructor(
    private readonly database: Database,
    private readonly bridges: BridgeRepository,
    private readonly keys: MailKeyRepository,
    private readonly authority: KeyAuthority,
    private readonly access: MailboxAccess,
    private readonly audit: AuditTrail,
  ) {}

  async list(mailbox: Mailbox): Promise<Bridge[]> {
    return this.bridges.listOfMailbox(mailbox.id);
  }

  /** Registers a bridge for a key of the token that calls; its secret is shown here and never again. @throws not_found, quota_exceeded */
  async register(
    principal: Principal,
    mailbox: Mailbox,
    request: BridgeRequest,
  ): Promise<{ readonly bridge: Bridge; readonly secret: string }> {
    const tokenId = tokenIdOf(principal.id);
    const secret = createTokenText(SECRET_PREFIX);
    const id = await this.database.transaction(async (tx) => {
      await this.keys.holdMailbox(tx, mailbox.id);
      const key = (await this.keys.listHeld(tx, mailbox.id)).find(
        (each) =>
          each.kind === 'agent' &&
          each.tokenId === tokenId &&
          ('keyId' in request ? each.id === request.keyId : each.fingerprint === request.fingerprint),
      );
      if (!key) throw noKey();
      if ((await this.bridges.countOfKey(tx, key.id)) >= MAX_BRIDGES_OF_KEY) throw tooMany();
      const bridgeId = await this.bridges.insert(tx, key.id, hashToken(secret));
      await this.#record(tx, principal, 'bridge.registered', { id: bridgeId, keyId: key.id, ...keyOf(key) });
      return bridgeId;
    });
    const bridge = await this.bridges.find(id);
    if (!bridge) throw noBridge();
    return { bridge, secret };
  }

  /** Ends a registration: that of its own token, or of any for whoever decides for the mailbox. @throws not_found, insufficient_scope */
  async delete(principal: Principal, id: number): Promise<void> {
    const bridge = await this.bridges.find(id);
    const mailbox = bridge && (await this.access.visible(principal, bridge.mailboxId));
    if (!bridge || !mailbox) throw noBridge();
    await this.database.transaction(async (tx) => {
      if (bridge.tokenId !== tokenIdOf(principal.id)) await this.authority.require(tx, principal);
      if (!(await this.bridges.remove(tx, id))) throw noBridge();
      await this.#record(tx, principal, 'bridge.deleted', bridge);
    });
  }

  async #record(
    tx: Tx,
    principal: Principal,
    action: 'bridge.registered' | 'bridge.deleted',
    { id: targetId, mailboxId, keyId, fingerprint }: Pick<Bridge, 'id' | 'mailboxId' | 'keyId' | 'fingerprint'>,
  ): Promise<void> {
    const { tenantId } = principal;
    await this.audit.record(tx, principal, {
      action,
      tenantId,
      targetId,
      details: { accountId: mailboxId, keyId, fingerprint },
    });
  }
}

const keyOf = ({ mailboxId, fingerprint }: Pick<Bridge, 'mailboxId' | 'fingerprint'>) => ({ mailboxId, fingerprint });

function noKey(): DomainError {
  return new DomainError('not_found', 'This token has no such agent key.', {
    fix: 'Register the public key with POST /keys { kind: "agent" } first, with the same token.',
  });
}

function noBridge(): DomainError {
  return new DomainError('not_found', 'There is no such bridge.');
}

function tooMany(): DomainError {
  return new DomainError('quota_exceeded', `This key has ${MAX_BRIDGES_OF_KEY} bridges.`, {
    fix: 'Delete one that is no longer used with DELETE /bridge/{bridgeId}.',
  });
}
