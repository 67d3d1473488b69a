import type { Resource } from '@mailroom/openapi';
import { attachmentTextResource } from './attachments/attachment-text.js';
import { attachmentResource } from './attachments/attachment.js';
import { auditEntryResource } from './audit/audit-entry.js';
import { domainResource } from './domains/domain.js';
import { draftAttachmentResource, draftResource, draftSummaryResource } from './drafts/draft.js';
import { emailResource } from './emails/email.js';
import { labelResource } from './emails/label.js';
import { extractionsResource } from './emails/extractions.js';
import { foundEmailsResource } from './emails/found-emails.js';
import { markedReadResource } from './emails/marked-read.js';
import { trustResource } from './emails/trust.js';
import { waitedEmailResource } from './emails/waited-email.js';
import { identityResource } from './identity/identity.js';
import { bridgeResource, registeredBridgeResource } from './keys/bridge.js';
import { addedEnvelopeResource, unwrappedEmailsResource } from './keys/envelope.js';
import { foundKeysResource } from './keys/found-keys.js';
import { keyResource } from './keys/key.js';
import { createdMailboxResource } from './mailboxes/created-mailbox.js';
import { mailboxResource } from './mailboxes/mailbox.js';
import { issuedTokenResource, mailboxTokenResource } from './mailboxes/token.js';
import { deletedResource } from './schema/deleted.js';
import { storedBodyResource } from './sending/stored-body.js';
import { liftedSuppressionResource, suppressionResource } from './suppressions/suppression.js';
import { claimedTaskResource } from './tasks/claimed-task.js';
import { emailTaskResource } from './tasks/email-task.js';
import { taskChangeResource } from './tasks/task-change.js';
import { taskStatsResource } from './tasks/task-stats.js';
import { threadResource } from './threads/thread.js';
import { webhookDeliveryDetailsResource } from './webhooks/webhook-delivery-details.js';
import { webhookDeliveryResource } from './webhooks/webhook-delivery.js';
import { webhookTestResource } from './webhooks/webhook-test.js';
import { createdWebhookResource, rotatedWebhookResource, webhookResource } from './webhooks/webhook.js';

/** Every resource, in the order of the OpenAPI document. */
export const resources: readonly Resource<unknown>[] = [
  identityResource,
  mailboxResource,
  mailboxTokenResource,
  issuedTokenResource,
  createdMailboxResource,
  attachmentResource,
  attachmentTextResource,
  emailTaskResource,
  taskChangeResource,
  claimedTaskResource,
  emailResource,
  labelResource,
  threadResource,
  foundEmailsResource,
  extractionsResource,
  waitedEmailResource,
  trustResource,
  taskStatsResource,
  webhookResource,
  createdWebhookResource,
  rotatedWebhookResource,
  webhookDeliveryResource,
  webhookDeliveryDetailsResource,
  webhookTestResource,
  auditEntryResource,
  deletedResource,
  markedReadResource,
  suppressionResource,
  domainResource,
  liftedSuppressionResource,
  storedBodyResource,
  draftResource,
  draftSummaryResource,
  draftAttachmentResource,
  foundKeysResource,
  keyResource,
  bridgeResource,
  registeredBridgeResource,
  addedEnvelopeResource,
  unwrappedEmailsResource,
];
