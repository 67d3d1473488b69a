export { AgentViewModule, WebhookBodyModule } from './agent-view.module.js';
export { AgentViewOptions } from './agent-view.options.js';
export { aliased } from './aliased-field.js';
export { attachmentResource, attachmentView } from './attachments/attachment.js';
export { attachmentTextResource, attachmentTextView } from './attachments/attachment-text.js';
export { auditEntryResource, auditEntryView } from './audit/audit-entry.js';
export { domainResource, domainView } from './domains/domain.js';
export {
  draftAttachmentResource,
  draftAttachmentView,
  draftResource,
  draftSummaryResource,
  draftSummaryView,
  draftView,
} from './drafts/draft.js';
export { labelResource, labelView } from './emails/label.js';
export { emailResource, type EmailResource, type EmailViewName } from './emails/email.js';
export { encryptedContent, encryptionFields, encryptionOf } from './emails/encryption.js';
export { EmailPresenter } from './emails/email.presenter.js';
export { foundEmailsResource } from './emails/found-emails.js';
export { markedReadResource } from './emails/marked-read.js';
export { waitedEmailResource } from './emails/waited-email.js';
export { identityResource, identityView, MAX_MAILBOXES } from './identity/identity.js';
export { bridgeResource, bridgeView, registeredBridgeResource } from './keys/bridge.js';
export { addedEnvelopeResource, unwrappedEmailsResource } from './keys/envelope.js';
export { foundKeysResource, foundKeysView } from './keys/found-keys.js';
export { keyResource, keyView } from './keys/key.js';
export { createdMailboxResource, createdMailboxView } from './mailboxes/created-mailbox.js';
export { mailboxResource, mailboxView } from './mailboxes/mailbox.js';
export { issuedTokenResource, issuedTokenView, mailboxTokenResource, tokenView } from './mailboxes/token.js';
export { parsedMessageResource, parsedMessageView, type ParsedMessage } from './messages/parsed-message.js';
export { resources } from './resources.js';
export { all, oneOrNone, pageAnswer, pageOf } from './schema/answer.js';
export { deletedResource } from './schema/deleted.js';
export { bodyText, idempotencyKey, requireTextOrHtml, sendRequest } from './sending/send-input.js';
export { storedBodyResource, storedBodyView } from './sending/stored-body.js';
export { liftedSuppressionResource, suppressionResource, suppressionView } from './suppressions/suppression.js';
export { claimedAnswer, claimedBatchAnswer } from './tasks/claimed-answer.js';
export { claimedTaskResource } from './tasks/claimed-task.js';
export { taskView } from './tasks/email-task.js';
export { taskChangeResource, taskChangeView } from './tasks/task-change.js';
export {
  actorOf,
  claimFilter,
  claimOf,
  completionOf,
  DEFAULT_TTL_SECONDS,
  expiredFilter,
  statusList,
} from './tasks/task-input.js';
export { taskStatsResource, taskStatsView } from './tasks/task-stats.js';
export { threadResource, threadView } from './threads/thread.js';
export { EmailWebhookBody } from './webhooks/email-webhook-body.js';
export { webhookDeliveryResource, webhookDeliveryView } from './webhooks/webhook-delivery.js';
export { webhookDeliveryDetailsResource, webhookDeliveryDetailsView } from './webhooks/webhook-delivery-details.js';
export { webhookTestResource, webhookTestView } from './webhooks/webhook-test.js';
export {
  createdWebhookResource,
  createdWebhookView,
  rotatedWebhookResource,
  rotatedWebhookView,
  webhookResource,
  webhookView,
} from './webhooks/webhook.js';
