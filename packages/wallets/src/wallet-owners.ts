import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CreditAccountRepository } from '@mailroom/billing';
import type { Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import {
  AuditTrail,
  scopes,
  sessionIdOf,
  TenantService,
  TokenService,
  WalletRepository,
  type Principal,
  type Wallet,
} from '@mailroom/identity';
import { TenantMailRepository } from '@mailroom/mail';
import { WalletsOptions } from './wallets.options.js';

/** What became of a wallet that signed in. */
export type Settled = { readonly wallet: Wallet; readonly outcome: 'known' | 'created' | 'bound' };

/** Who wants the wallet in its tenant; null for nobody, and then the wallet has or gets one of its own. */
export type Claimant = Principal | null;

/** Decides whose a wallet is. Whoever calls holds it. */
@Injectable()
export class WalletOwners {
  constructor(
    private readonly options: WalletsOptions,
    private readonly wallets: WalletRepository,
    private readonly tenants: TenantService,
    private readonly tokens: TokenService,
    private readonly accounts: CreditAccountRepository,
    private readonly mail: TenantMailRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws wallet_bound, insufficient_scope, rate_limited */
  async settle(tx: Tx, address: string, claimant: Claimant, requestId: string | undefined): Promise<Settled> {
    const wallet = await this.wallets.lock(tx, address);
    if (!wallet && !claimant) return this.#create(tx, address, requestId);
    if (wallet && (!claimant || wallet.tenantId === claimant.tenantId)) return { wallet, outcome: 'known' };
    if (!claimant) throw new Error('A wallet without a tenant has a claimant.');
    return this.#bind(tx, wallet ?? { address, agentId: newAgentId(), tenantId: null }, claimant);
  }

  async #create(tx: Tx, address: string, requestId: string | undefined): Promise<Settled> {
    const retryAfterSeconds = await this.wallets.secondsUntilRoom(tx, this.options.limits.newPerHour);
    if (retryAfterSeconds > 0) throw tooManyNew(retryAfterSeconds);
    const { id: tenantId } = await this.tenants.createMetered(tx, `Wallet ${address}`);
    await this.accounts.open(tx, tenantId);
    await this.tenants.createUser(tx, tenantId, '');
    const wallet = { address, agentId: newAgentId(), tenantId };
    await this.wallets.insert(tx, wallet);
    const details = { agentId: wallet.agentId };
    const by = newcomer(wallet, requestId);
    await this.audit.record(tx, by, { action: 'wallet.created', tenantId, targetId: address, details });
    return { wallet, outcome: 'created' };
  }

  async #bind(tx: Tx, from: Omit<Wallet, 'tenantId'> & { tenantId: string | null }, by: Principal): Promise<Settled> {
    const { tenantId } = by;
    const { address, agentId, tenantId: before } = from;
    const held = await this.wallets.holdTenants(tx, before === null ? [tenantId] : [tenantId, before]);
    const isMetered = held.find(({ id }) => id === tenantId)?.metered ?? false;
    if (!(await this.#maySpeakFor(tx, by, isMetered))) throw mayNotBind(isMetered);
    const wallet = { address, agentId, tenantId };
    if (before === null) await this.wallets.insert(tx, wallet);
    else {
      if (await this.#isWorthKeeping(tx, before)) throw alreadyBound();
      await this.wallets.move(tx, address, tenantId);
    }
    const details = { agentId, tenantBefore: before };
    await this.audit.record(tx, by, { action: 'wallet.bound', tenantId, targetId: address, details });
    return { wallet, outcome: 'bound' };
  }

  /**
   * A wallet acts for the whole tenant, so it is let in only by who may do so: a manager's token, and in tenants that pay
   * for themselves another wallet or the token of the signup that made the tenant.
   */
  async #maySpeakFor(tx: Tx, by: Principal, isMetered: boolean): Promise<boolean> {
    if (by.level === 'manager') return isMetered || sessionIdOf(by.id) === null;
    return isMetered && scopes.every((scope) => by.scopes.includes(scope)) && this.tokens.isHosted(tx, by);
  }

  async #isWorthKeeping(tx: Tx, tenantId: string): Promise<boolean> {
    return (await this.accounts.wasUsed(tx, tenantId)) || this.mail.hasAny(tx, tenantId);
  }
}

function newAgentId(): string {
  return `agt_${randomBytes(10).toString('hex')}`;
}

/** A new wallet acts as the manager of what it gets. */
function newcomer({ address, tenantId }: Wallet, requestId: string | undefined): Principal {
  const principal = { id: 'wallet', level: 'manager', tenantId, mailboxId: null, name: address, scopes } as const;
  return { ...principal, expiresAt: null, ...(requestId !== undefined && { requestId }) };
}

function mayNotBind(isMetered: boolean): DomainError {
  const who = isMetered ? 'the token of a signup with both scopes, a wallet or a manager token' : 'a manager token';
  return new DomainError('insufficient_scope', `A wallet is bound to this tenant by ${who} alone.`, {
    fix: `Send ${who} of the tenant, or none: then the wallet has a tenant of its own.`,
  });
}

function tooManyNew(retryAfterSeconds: number): DomainError {
  return new DomainError('rate_limited', 'Too many new wallets signed in during the last hour.', {
    fix: 'Wait as long as retry-after says, and sign a new challenge then.',
    retryAfterSeconds,
  });
}

function alreadyBound(): DomainError {
  return new DomainError('wallet_bound', 'This wallet has a tenant already, which holds credits or mailboxes.');
}
