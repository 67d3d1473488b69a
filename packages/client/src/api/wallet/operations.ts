// Made from apps/wallet-api/openapi.json by scripts/generate-client.mjs: do not edit.
import { ApiCaller, type CallOptions } from '../../api-caller.js';
import type { WalletBody, WalletAnswer, WalletQuery } from '../../wallet-types.js';

/** Every operation of the API; parameters of the path come first, then the body, then the query. */
export class WalletOperations extends ApiCaller {
  /** See chain, sign-in, prices and limits of this installation. */
  async getRuntime(options: CallOptions = {}): Promise<WalletAnswer<'getRuntime'>> {
    return this.plain<WalletAnswer<'getRuntime'>>('GET', `/v2/meta/runtime`, { options });
  }

  /** Get a message to sign. */
  async createChallenge(
    body: WalletBody<'createChallenge'>,
    options: CallOptions = {},
  ): Promise<WalletAnswer<'createChallenge'>> {
    return this.plain<WalletAnswer<'createChallenge'>>('POST', `/v2/auth/siwe/challenge`, { body, options });
  }

  /** Get a session for a signed message. */
  async verifyChallenge(
    body: WalletBody<'verifyChallenge'>,
    options: CallOptions = {},
  ): Promise<WalletAnswer<'verifyChallenge'>> {
    return this.plain<WalletAnswer<'verifyChallenge'>>('POST', `/v2/auth/siwe/verify`, { body, options });
  }

  /** List the sessions of your wallet. */
  async listSessions(options: CallOptions = {}): Promise<WalletAnswer<'listSessions'>> {
    return this.plain<WalletAnswer<'listSessions'>>('GET', `/v2/auth/sessions`, { options });
  }

  /** End a session of your wallet. */
  async endSession(session_id: string, options: CallOptions = {}): Promise<WalletAnswer<'endSession'>> {
    return this.plain<WalletAnswer<'endSession'>>('DELETE', `/v2/auth/sessions/${encodeURIComponent(session_id)}`, {
      options,
    });
  }

  /** Sign in to a mailbox with its address and password. */
  async signInToMailbox(
    body: WalletBody<'signInToMailbox'>,
    options: CallOptions = {},
  ): Promise<WalletAnswer<'signInToMailbox'>> {
    return this.plain<WalletAnswer<'signInToMailbox'>>('POST', `/v2/mailboxes/sign-in`, { body, options });
  }

  /** End a sign-in with the password of a mailbox. */
  async signOutOfMailbox(options: CallOptions = {}): Promise<void> {
    await this.bytes('POST', `/v2/mailboxes/sign-out`, { options });
  }

  /** Lease a mailbox. */
  async leaseMailbox(
    body: WalletBody<'leaseMailbox'> = {},
    options: CallOptions = {},
  ): Promise<WalletAnswer<'leaseMailbox'>> {
    return this.plain<WalletAnswer<'leaseMailbox'>>('POST', `/v2/mailboxes/leases`, { body, options });
  }

  /** Mailbox leases, newest first. */
  async listLeases(
    query: WalletQuery<'listLeases'> = {},
    options: CallOptions = {},
  ): Promise<WalletAnswer<'listLeases'>> {
    return this.plain<WalletAnswer<'listLeases'>>('GET', `/v2/mailboxes/leases`, { query, options });
  }

  /** One mailbox lease. */
  async getLease(lease_id: string, options: CallOptions = {}): Promise<WalletAnswer<'getLease'>> {
    return this.plain<WalletAnswer<'getLease'>>('GET', `/v2/mailboxes/leases/${encodeURIComponent(lease_id)}`, {
      options,
    });
  }

  /** Let a lease end later. */
  async extendLease(
    lease_id: string,
    body: WalletBody<'extendLease'>,
    options: CallOptions = {},
  ): Promise<WalletAnswer<'extendLease'>> {
    return this.plain<WalletAnswer<'extendLease'>>(
      'POST',
      `/v2/mailboxes/leases/${encodeURIComponent(lease_id)}/extend`,
      { body, options },
    );
  }

  /** End a lease now. */
  async releaseLease(lease_id: string, options: CallOptions = {}): Promise<WalletAnswer<'releaseLease'>> {
    return this.plain<WalletAnswer<'releaseLease'>>(
      'POST',
      `/v2/mailboxes/leases/${encodeURIComponent(lease_id)}/release`,
      { options },
    );
  }

  /** Give a mailbox a new password. */
  async resetCredentials(account_id: number, options: CallOptions = {}): Promise<WalletAnswer<'resetCredentials'>> {
    return this.plain<WalletAnswer<'resetCredentials'>>(
      'POST',
      `/v2/mailboxes/accounts/${encodeURIComponent(account_id)}/credentials/reset`,
      { options },
    );
  }

  /** Received messages, newest first, with their codes and links. */
  async readMessages(
    query: WalletQuery<'readMessages'> = {},
    options: CallOptions = {},
  ): Promise<WalletAnswer<'readMessages'>> {
    return this.plain<WalletAnswer<'readMessages'>>('GET', `/v2/messages`, { query, options });
  }

  /** Send a message. */
  async sendLeasedMessage(
    body: WalletBody<'sendLeasedMessage'>,
    options: CallOptions = {},
  ): Promise<WalletAnswer<'sendLeasedMessage'>> {
    return this.plain<WalletAnswer<'sendLeasedMessage'>>('POST', `/v2/messages/send`, { body, options });
  }

  /** Get a proof that pays for one call. */
  async issueProof(body: WalletBody<'issueProof'>, options: CallOptions = {}): Promise<WalletAnswer<'issueProof'>> {
    return this.plain<WalletAnswer<'issueProof'>>('POST', `/v2/payments/proof`, { body, options });
  }

  /** Be told what happens. */
  async subscribeWebhook(
    body: WalletBody<'subscribeWebhook'>,
    options: CallOptions = {},
  ): Promise<WalletAnswer<'subscribeWebhook'>> {
    return this.plain<WalletAnswer<'subscribeWebhook'>>('POST', `/v2/webhooks`, { body, options });
  }

  /** Webhooks. */
  async listSubscribedWebhooks(options: CallOptions = {}): Promise<WalletAnswer<'listSubscribedWebhooks'>> {
    return this.plain<WalletAnswer<'listSubscribedWebhooks'>>('GET', `/v2/webhooks`, { options });
  }

  /** One webhook. */
  async getSubscribedWebhook(
    webhook_id: number,
    options: CallOptions = {},
  ): Promise<WalletAnswer<'getSubscribedWebhook'>> {
    return this.plain<WalletAnswer<'getSubscribedWebhook'>>('GET', `/v2/webhooks/${encodeURIComponent(webhook_id)}`, {
      options,
    });
  }

  /** Be told no more. */
  async unsubscribeWebhook(webhook_id: number, options: CallOptions = {}): Promise<WalletAnswer<'unsubscribeWebhook'>> {
    return this.plain<WalletAnswer<'unsubscribeWebhook'>>('DELETE', `/v2/webhooks/${encodeURIComponent(webhook_id)}`, {
      options,
    });
  }
}
