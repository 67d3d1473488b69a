export * from './address/address.js';
export type { Attachment } from './attachment/attachment.js';
export { AttachmentRepository } from './attachment/attachment.repository.js';
export { AttachmentService } from './attachment/attachment.service.js';
export { cutBodies } from './email/cut-bodies.js';
export { LabelRepository } from './label/label.repository.js';
export { LabelService } from './label/label.service.js';
export type { Thread, ThreadPage } from './thread/thread.js';
export { ThreadService } from './thread/thread.service.js';
export { BlobDeletionRepository } from './blob-deletion/blob-deletion.repository.js';
export { BlobSweeper } from './blob-deletion/blob-sweeper.js';
export { BodyRefService, type StoredBody } from './body-ref/body-ref.service.js';
export type {
  Authentication,
  Email,
  EmailAddressee,
  EmailContent,
  EmailPage,
  EmailStatus,
  MailDirection,
} from './email/email.js';
export { EmailRepository } from './email/email.repository.js';
export { emailColumns, emailOf, emailPage, emailPageValues, type EmailRow } from './email/email.row.js';
export { attachmentView, emailView, type EmailViewInput, type EmailViewOptions } from './email/email-view.js';
export { EmailService, type EmailInMailbox } from './email/email.service.js';
export { MailModule } from './mail.module.js';
export { MailboxAccess } from './mailbox/mailbox-access.js';
export { MAILBOX_ACTIVE, MAILBOX_DISABLED, type Mailbox } from './mailbox/mailbox.js';
export { MailboxRepository, type MailboxWithLatest, type ResolvedRecipient } from './mailbox/mailbox.repository.js';
export { MailboxService, type MailboxChange, type MailboxRequest } from './mailbox/mailbox.service.js';
export * from './mime/index.js';
export {
  INLINE_BYTES,
  RawMessageRepository,
  type RawMessage,
  type StoredContent,
} from './raw-message/raw-message.repository.js';
