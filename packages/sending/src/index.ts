export { EmailDeletionService } from './deletion/email-deletion.service.js';
export { MailboxPurge } from './deletion/mailbox-purge.js';
export { EmailRetention } from './deletion/email-retention.js';
export { DeliveryService, type Delivery } from './delivery.service.js';
export { dkimRecord, type DkimKey } from './dkim/dkim-key.js';
export { sealedDkimKeys } from './dkim/dkim-key.repository.js';
export { DkimKeyService } from './dkim/dkim-key.service.js';
export { DomainService, type SendingDomain } from './domain.service.js';
export { DraftSending, type SentDraft } from './drafts/draft-sending.js';
export { DirectTransport } from './direct.transport.js';
export { HeldJobs } from './held/held-jobs.js';
export {
  jobFilters,
  OperatorJobRepository,
  type JobFilter,
  type OperatorJob,
} from './operator/operator-job.repository.js';
export type { Resolution } from './job-administration.repository.js';
export { JobAdministration, resolutions } from './job-administration.js';
export type { OutboundJob } from './job-status.repository.js';
export { JobStatusService } from './job-status.service.js';
export { CaptureTransport, MailTransport } from './mail-transport.js';
export { OutboundOptions } from './outbound.options.js';
export { OutboundWorker } from './outbound.worker.js';
export { RelayTransport } from './relay.transport.js';
export { ReportConsumer } from './report.consumer.js';
export { ReturnPathRepository } from './return-path.repository.js';
export { idempotencyKeys, keptEmails, KEY_RETENTION_SECONDS } from './sending-retention.repository.js';
export { outboundGauges } from './outbound-gauges.repository.js';
export { parseAddressee } from './addressee.js';
export { checkedHeaders, MAX_HEADER_CHARACTERS, MAX_HEADERS } from './outgoing-headers.js';
export {
  hashRequest,
  type OutgoingAttachment,
  type RecipientField,
  type ReplyRequest,
  type SendRequest,
  type WrittenFields,
} from './send-request.js';
export { OutboundModule, ReturnPathModule, SendingModule } from './sending.module.js';
export { SubmissionService } from './submission.service.js';
