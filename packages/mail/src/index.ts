export type { Attachment } from './attachment/attachment.js';
export { AttachmentRepository } from './attachment/attachment.repository.js';
export { AttachmentService, type FoundAttachment } from './attachment/attachment.service.js';
export { readingRoom } from './attachment/reading-room.js';
export { LabelRepository } from './label/label.repository.js';
export { LabelService } from './label/label.service.js';
export type { Thread, ThreadPage } from './thread/thread.js';
export { ThreadService } from './thread/thread.service.js';
export { AttachmentTextService } from './attachment-text/attachment-text.service.js';
export { BlobDeletionRepository } from './blob-deletion/blob-deletion.repository.js';
export { dueBlobs } from './blob-deletion/blob-retention.repository.js';
export { BlobSweeper } from './blob-deletion/blob-sweeper.js';
export { expiredBodyRefs } from './body-ref/body-ref.repository.js';
export { BodyRefService, type StoredBody } from './body-ref/body-ref.service.js';
export {
  authenticationResults,
  emailStatuses,
  pgpStatuses,
  type Authentication,
  type BoundedEmail,
  type Email,
  type EmailAddressee,
  type EmailContent,
  type EmailOrigin,
  type EmailPage,
  type EmailStatus,
  type FullEmail,
  type MailDirection,
  type PgpSignature,
  type ReceivedReport,
} from './email/email.js';
export { contentColumns, contentOf, isShort, type ContentRow } from './email/email-content.row.js';
export { EmailContents } from './email/email-contents.js';
export { isReady, mailboxOf } from './email/email-place.repository.js';
export { placesOf, type EmailPlace } from './email/email-place.js';
export { EmailRepository } from './email/email.repository.js';
export { emailPage, emailPageValues } from './email/email-page.repository.js';
export { emailColumns, emailOf, type EmailRow } from './email/email.row.js';
export { EmailService, type EmailInMailbox } from './email/email.service.js';
export { EmailVerdictRepository, type EmailVerdict } from './email/email-verdict.repository.js';
export { MAIL_HOUR_DAYS, type MailCounts, type MailPoint } from './hours/mail-hour.js';
export { mailHours, MailHoursRepository } from './hours/mail-hours.repository.js';
export { MailModule } from './mail.module.js';
export { DomainSharingService } from './mailbox/domain-sharing.service.js';
export { FreeNames } from './mailbox/free-names.js';
export { HostedDomains } from './mailbox/hosted-domains.js';
export { readSharedDomain } from './mailbox/shared-domain.setting.js';
export { MailboxAccess } from './mailbox/mailbox-access.js';
export {
  MAILBOX_ACTIVE,
  MAILBOX_DISABLED,
  mailboxEncryptions,
  type Mailbox,
  type MailboxEncryption,
} from './mailbox/mailbox.js';
export { MailboxCreation, type NewMailbox } from './mailbox/mailbox-creation.js';
export { closedMailbox, type Closing } from './mailbox/closed-mailbox.js';
export { LeaseEnds } from './mailbox/lease-ends.js';
export { leasedMailboxRows, setLeasedUntil } from './mailbox/leased-mailbox-rows.repository.js';
export { hasReturnPathForm, isReturnPath } from './return-path-form.js';
export { isLeaseOver, isOpen, statusOf } from './mailbox/mailbox-status.repository.js';
export { readableName } from './mailbox/readable-names.js';
export { MailboxLooks } from './mailbox/mailbox-looks.repository.js';
export { MailboxRepository, type MailboxWithLatest } from './mailbox/mailbox.repository.js';
export { MailboxService, type MailboxChange, type MailboxRequest } from './mailbox/mailbox.service.js';
export {
  OperatorMailboxRepository,
  type OperatorMailbox,
  type OperatorMailboxFilter,
} from './operator/operator-mailbox.repository.js';
export { RecipientDirectory, type RecipientDecision } from './mailbox/recipient-directory.js';
export {
  INLINE_BYTES,
  RawMessageRepository,
  type RawMessage,
  type StoredContent,
  type StoredMessage,
} from './raw-message/raw-message.repository.js';
export { EmailWaits, type EmailPatience } from './wait/email-waits.js';
export { defaultWaitLimits, readWaitLimits, WaitRoom, type WaitLimits } from './wait/wait-room.js';
export type { EmailCriteria } from './wait/email-wait.criteria.js';
export { TenantMailRepository } from './mailbox/tenant-mail.repository.js';
export { endedSignIns } from './sign-in/mailbox-sign-in.repository.js';
export { MAILBOX_SIGN_IN_SECONDS, MailboxSignIns, type SignedInMailbox } from './sign-in/mailbox-sign-ins.js';
export {
  MAX_DRAFT_ATTACHMENTS,
  type Draft,
  type DraftAttachment,
  type DraftContent,
  type DraftSummary,
  type DraftWithFiles,
  type NewDraftAttachment,
} from './draft/draft.js';
export { draftChanged, noDraft } from './draft/draft-refusals.js';
export { DraftRepository } from './draft/draft.repository.js';
export { DraftService, type FoundDraft } from './draft/draft.service.js';
export type { Bridge } from './bridge/bridge.js';
export { BridgeProofs } from './bridge/bridge-proofs.js';
export { BridgeRepository } from './bridge/bridge.repository.js';
export { BridgeService } from './bridge/bridge.service.js';
export { EnvelopeService } from './bridge/envelope.service.js';
export { ReleasedMail, type ReleasedContent } from './bridge/released-mail.js';
export { KeyAuthority } from './key/key-authority.js';
export { mailKeyKinds, type KeyRequest, type MailKey, type MailKeyKind } from './key/mail-key.js';
export { MailKeyRepository } from './key/mail-key.repository.js';
export { MailKeyService } from './key/mail-key.service.js';
export { SealingRepository, type SealOrder } from './sealing/sealing.repository.js';
export { signInIdOf } from './sign-in/mailbox-sign-in-kind.js';
export { MessageReaders, type BridgeKey, type Readers } from './key/message-readers.js';
