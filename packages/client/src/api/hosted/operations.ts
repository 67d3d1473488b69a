// Made from apps/billing-api/openapi.json by scripts/generate-client.mjs: do not edit.
import { ApiCaller, type CallOptions } from '../../api-caller.js';
import type { HostedBody, HostedAnswer, HostedQuery } from '../../hosted-types.js';

/** Every operation of the API; parameters of the path come first, then the body, then the query. */
export class HostedOperations extends ApiCaller {
  /** Get a mailbox and its token. */
  async signUp(body: HostedBody<'signUp'> = {}, options: CallOptions = {}): Promise<HostedAnswer<'signUp'>> {
    return this.plain<HostedAnswer<'signUp'>>('POST', `/public/signup`, { body, options });
  }

  /** The token's own mailbox. */
  async getOwnMailbox(options: CallOptions = {}): Promise<HostedAnswer<'getOwnMailbox'>> {
    return this.plain<HostedAnswer<'getOwnMailbox'>>('GET', `/v1/mailboxes/self`, { options });
  }

  /** The mailbox's messages, received and sent, newest first. */
  async listMessages(
    query: HostedQuery<'listMessages'> = {},
    options: CallOptions = {},
  ): Promise<HostedAnswer<'listMessages'>> {
    return this.plain<HostedAnswer<'listMessages'>>('GET', `/v1/mailboxes/self/messages`, { query, options });
  }

  /** One message. */
  async getMessage(messageId: string, options: CallOptions = {}): Promise<HostedAnswer<'getMessage'>> {
    return this.plain<HostedAnswer<'getMessage'>>(
      'GET',
      `/v1/mailboxes/self/messages/${encodeURIComponent(messageId)}`,
      { options },
    );
  }

  /** Send a message. */
  async sendMessage(body: HostedBody<'sendMessage'>, options: CallOptions = {}): Promise<HostedAnswer<'sendMessage'>> {
    return this.plain<HostedAnswer<'sendMessage'>>('POST', `/v1/messages/send`, { body, options });
  }

  /** Reply to a received message in its thread. */
  async replyToMessage(
    messageId: string,
    body: HostedBody<'replyToMessage'>,
    options: CallOptions = {},
  ): Promise<HostedAnswer<'replyToMessage'>> {
    return this.plain<HostedAnswer<'replyToMessage'>>('POST', `/v1/messages/${encodeURIComponent(messageId)}/reply`, {
      body,
      options,
    });
  }

  /** What became of a message that was sent. */
  async getOutboundJob(outboundJobId: string, options: CallOptions = {}): Promise<HostedAnswer<'getOutboundJob'>> {
    return this.plain<HostedAnswer<'getOutboundJob'>>('GET', `/v1/outbound-jobs/${encodeURIComponent(outboundJobId)}`, {
      options,
    });
  }

  /** Replace the token before it ends. */
  async rotateToken(
    body: HostedBody<'rotateToken'> = {},
    options: CallOptions = {},
  ): Promise<HostedAnswer<'rotateToken'>> {
    return this.plain<HostedAnswer<'rotateToken'>>('POST', `/v1/auth/token/rotate`, { body, options });
  }

  /** What the tenant may send to the outside. */
  async getSendPolicy(tenantId: string, options: CallOptions = {}): Promise<HostedAnswer<'getSendPolicy'>> {
    return this.plain<HostedAnswer<'getSendPolicy'>>('GET', `/v1/tenants/${encodeURIComponent(tenantId)}/send-policy`, {
      options,
    });
  }

  /** Credits, billing state and prices of the tenant. */
  async getBillingAccount(options: CallOptions = {}): Promise<HostedAnswer<'getBillingAccount'>> {
    return this.plain<HostedAnswer<'getBillingAccount'>>('GET', `/v1/billing/account`, { options });
  }

  /** Buy credits. */
  async topUp(body: HostedBody<'topUp'> = {}, options: CallOptions = {}): Promise<HostedAnswer<'topUp'>> {
    return this.plain<HostedAnswer<'topUp'>>('POST', `/v1/billing/topup`, { body, options });
  }

  /** Ask for an upgrade, and pay for it. */
  async requestUpgrade(options: CallOptions = {}): Promise<HostedAnswer<'requestUpgrade'>> {
    return this.plain<HostedAnswer<'requestUpgrade'>>('POST', `/v1/billing/upgrade-intent`, { options });
  }

  /** Try again to settle a receipt. */
  async confirmPayment(
    body: HostedBody<'confirmPayment'>,
    options: CallOptions = {},
  ): Promise<HostedAnswer<'confirmPayment'>> {
    return this.plain<HostedAnswer<'confirmPayment'>>('POST', `/v1/billing/payment/confirm`, { body, options });
  }

  /** Receipts, newest first. */
  async listReceipts(
    query: HostedQuery<'listReceipts'> = {},
    options: CallOptions = {},
  ): Promise<HostedAnswer<'listReceipts'>> {
    return this.plain<HostedAnswer<'listReceipts'>>('GET', `/v1/billing/receipts`, { query, options });
  }

  /** Moves of credits, newest first. */
  async listLedger(
    query: HostedQuery<'listLedger'> = {},
    options: CallOptions = {},
  ): Promise<HostedAnswer<'listLedger'>> {
    return this.plain<HostedAnswer<'listLedger'>>('GET', `/v1/billing/ledger`, { query, options });
  }
}
