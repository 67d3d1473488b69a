import { AdminClient, type AdminAnswer } from '@mailroom/client';
import { throughOwnServer } from '../kit/own-fetch.js';

/** The calls of the operator who is signed in. */
export const admin = new AdminClient(throughOwnServer);

export type Overview = AdminAnswer<'getOverview'>;
export type Tenant = AdminAnswer<'listTenants'>['items'][number];
export type TenantDetail = AdminAnswer<'getTenant'>;
export type Mailbox = AdminAnswer<'listMailboxes'>['items'][number];
export type Webhook = AdminAnswer<'listWebhooks'>['items'][number];
export type Delivery = AdminAnswer<'listDeliveries'>['items'][number];
export type Job = AdminAnswer<'listOutboundJobs'>['items'][number];
export type PoisonEvent = AdminAnswer<'listPoisonEvents'>['items'][number];
export type Receipt = AdminAnswer<'listReceipts'>['items'][number];
export type LedgerEntry = AdminAnswer<'listLedger'>['items'][number];
export type RiskEvent = AdminAnswer<'listRiskEvents'>['items'][number];
export type AuditEntry = AdminAnswer<'listAudit'>['items'][number];
export type MailCounts = Overview['hours'][number];

/** By what is kept of the answers. */
export const keys = {
  overview: ['overview'],
  tenant: (tenantId: string) => ['tenant', tenantId],
  webhook: (webhookId: number) => ['webhook', webhookId],
  job: (jobId: number) => ['job', jobId],
} as const;
