import type { Provider, Type } from '@nestjs/common';
import { parsedMessageResource } from '@mailroom/agent-view';
import type { Resource } from '@mailroom/openapi';
import { LeasedMessages } from '../messages/leased-messages.js';
import { LeasedSending } from '../messages/leased-sending.js';
import { MessagesController } from '../messages/messages.controller.js';
import { sendAttemptResource } from '../messages/send-attempt.js';
import type { SendLeasedMessageDto } from '../messages/send.dto.js';
import { SendingController } from '../messages/sending.controller.js';
import type { IssueProofDto } from '../proofs/proof.dto.js';
import { proofResource } from '../proofs/proof.js';
import { ProofsController } from '../proofs/proofs.controller.js';
import { LeaseWebhooks } from '../webhooks/lease-webhooks.js';
import type { SubscribeWebhookDto } from '../webhooks/webhook.dto.js';
import { deletedWebhookResource, subscribedWebhookResource, webhookResource } from '../webhooks/webhook.js';
import { WebhooksController } from '../webhooks/webhooks.controller.js';
import { CredentialsController } from './credentials.controller.js';
import type { ExtendLeaseDto, LeaseMailboxDto } from './lease.dto.js';
import { allocatedLeaseResource, credentialsResource, leaseResource, releasedLeaseResource } from './lease.js';
import { LeasesController } from './leases.controller.js';
import { WalletCaller } from './wallet-caller.js';

/** What serves leases and all that is done with them. */
export const leaseControllers: readonly Type[] = [
  LeasesController,
  CredentialsController,
  MessagesController,
  SendingController,
  ProofsController,
  WebhooksController,
];

export const leaseProviders: readonly Provider[] = [LeasedMessages, LeasedSending, LeaseWebhooks, WalletCaller];

export const leaseResources: readonly Resource<unknown>[] = [
  leaseResource,
  allocatedLeaseResource,
  releasedLeaseResource,
  credentialsResource,
  parsedMessageResource,
  sendAttemptResource,
  proofResource,
  webhookResource,
  subscribedWebhookResource,
  deletedWebhookResource,
];

/** The body of each operation that takes one. */
type Bodies = {
  readonly leaseMailbox: LeaseMailboxDto;
  readonly extendLease: ExtendLeaseDto;
  readonly sendLeasedMessage: SendLeasedMessageDto;
  readonly issueProof: IssueProofDto;
  readonly subscribeWebhook: SubscribeWebhookDto;
};

export const leaseExamples: Bodies = {
  leaseMailbox: { agent_id: 'agt_6f2b1c0d9e8a7b5c4d3e', purpose: 'sign up at shop.example', ttl_hours: 2 },
  extendLease: { ttl_hours: 24 },
  sendLeasedMessage: {
    mailbox_id: 7,
    to: 'ada@example.org',
    subject: 'The gears',
    text: 'Dear Ada, the smallest one first.',
    mailbox_password: 'k7Vd2mQx9TzR4bWnH8sYpL3c',
  },
  issueProof: { method: 'POST', path: '/v2/mailboxes/leases' },
  subscribeWebhook: {
    event_types: ['message.received', 'otp.extracted'],
    target_url: 'https://agent.example/hooks/mail',
    mailbox_id: 7,
  },
};
