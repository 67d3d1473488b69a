export { DeliveryService } from './delivery.service.js';
export { DirectTransport } from './direct.transport.js';
export { JobAdministration } from './job-administration.js';
export { CaptureTransport, MailTransport } from './mail-transport.js';
export { OutboundOptions, OutboundWorker } from './outbound.worker.js';
export { RelayTransport } from './relay.transport.js';
export { hashRequest, type OutgoingAttachment, type ReplyRequest, type SendRequest } from './send-request.js';
export { OutboundModule, SendingModule } from './sending.module.js';
export { SubmissionService } from './submission.service.js';
