import type { Resource } from '@mailroom/openapi';
import { auditEntryResource } from '../audit/audit-entry.js';
import { ledgerEntryResource } from '../billing/ledger-entry.js';
import { receiptResource } from '../billing/receipt.js';
import { decidedEventResource, poisonEventResource } from '../events/poison-event.js';
import { jobResource } from '../jobs/job.js';
import { mailboxResource } from '../mailboxes/mailbox.js';
import { overviewResource } from '../overview/overview.js';
import { riskEventResource } from '../risk/risk-event.js';
import { tenantDetailResource } from '../tenants/tenant-detail.js';
import { tenantResource } from '../tenants/tenant.js';
import { deliveryResource, webhookResource } from '../webhooks/webhook.js';

/** Every resource, in the order of the OpenAPI document. */
export const resources: readonly Resource<unknown>[] = [
  overviewResource,
  tenantResource,
  tenantDetailResource,
  mailboxResource,
  webhookResource,
  deliveryResource,
  receiptResource,
  ledgerEntryResource,
  riskEventResource,
  auditEntryResource,
  jobResource,
  poisonEventResource,
  decidedEventResource,
];
