import { Injectable } from '@nestjs/common';
import type { Principal } from '@mailroom/identity';
import { PaidCalls } from '@mailroom/leases';
import { WebhookService, type CreatedWebhook } from '@mailroom/webhooks';
import { WalletCaller } from '../leases/wallet-caller.js';
import type { SubscribeWebhookDto } from './webhook.dto.js';

/** Subscribes endpoints, beyond the free ones for a proof of payment. */
@Injectable()
export class LeaseWebhooks {
  constructor(
    private readonly callers: WalletCaller,
    private readonly webhooks: WebhookService,
    private readonly calls: PaidCalls,
  ) {}

  /** @throws insufficient_scope, invalid_request, not_found, payment_required, quota_exceeded */
  async subscribe(principal: Principal, body: SubscribeWebhookDto, proof: string | undefined): Promise<CreatedWebhook> {
    this.callers.require(principal);
    const { target_url: url, event_types: events, secret, mailbox_id: mailboxId } = body;
    if (mailboxId !== undefined) await this.callers.mailbox(principal, mailboxId);
    const call = { kind: 'webhook', principal, proof } as const;
    const within = (tx: Parameters<PaidCalls['charge']>[0]) => this.calls.charge(tx, call);
    return this.webhooks.create(principal, { url, urlField: 'target_url', events, secret, mailboxId, within });
  }
}
