import { Module, type DynamicModule } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { MailModule } from '@mailroom/mail';
import { MessagingModule } from '@mailroom/messaging';
import { SendPolicyModule } from '@mailroom/send-policy';
import { TasksModule } from '@mailroom/tasks';
import { EmailDeletionRepository } from './deletion/email-deletion.repository.js';
import { EmailDeletionService } from './deletion/email-deletion.service.js';
import { EmailRetention } from './deletion/email-retention.js';
import { MailboxPurge } from './deletion/mailbox-purge.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryService } from './delivery.service.js';
import { DkimKeyRepository } from './dkim/dkim-key.repository.js';
import { DkimKeyService } from './dkim/dkim-key.service.js';
import { DomainService } from './domain.service.js';
import { DraftSending } from './drafts/draft-sending.js';
import { HeldJobRepository } from './held/held-job.repository.js';
import { HeldJobs } from './held/held-jobs.js';
import { JobAdministrationRepository } from './job-administration.repository.js';
import { JobAdministration } from './job-administration.js';
import { JobPreparation } from './job-preparation.js';
import { JobStatusRepository } from './job-status.repository.js';
import { JobStatusService } from './job-status.service.js';
import { MailTransport } from './mail-transport.js';
import { OperatorJobRepository } from './operator/operator-job.repository.js';
import { OutboundJobRepository } from './outbound-job.repository.js';
import { OutboundOptions } from './outbound.options.js';
import { OutboundOutcomeRepository } from './outbound-outcome.repository.js';
import { OutboundWorker } from './outbound.worker.js';
import { OutgoingContent } from './outgoing-content.js';
import { ReportConsumer } from './report.consumer.js';
import { ReportRepository } from './report.repository.js';
import { ReportService } from './report.service.js';
import { ReturnPathRepository } from './return-path.repository.js';
import { SubmissionAcceptance } from './submission-acceptance.js';
import { SubmissionRepository } from './submission.repository.js';
import { SubmissionService } from './submission.service.js';

/** Submits mail; the APIs need this module. */
@Module({
  imports: [IdentityModule, MailModule, MessagingModule, SendPolicyModule, TasksModule],
  providers: [
    DeliveryRepository,
    DeliveryService,
    DkimKeyRepository,
    DkimKeyService,
    DomainService,
    DraftSending,
    EmailDeletionRepository,
    EmailDeletionService,
    EmailRetention,
    HeldJobRepository,
    HeldJobs,
    JobAdministration,
    JobAdministrationRepository,
    JobStatusRepository,
    JobStatusService,
    MailboxPurge,
    OperatorJobRepository,
    SubmissionAcceptance,
    SubmissionRepository,
    SubmissionService,
  ],
  exports: [
    DeliveryService,
    DkimKeyService,
    DomainService,
    DraftSending,
    EmailDeletionService,
    EmailRetention,
    HeldJobs,
    JobAdministration,
    JobStatusService,
    MailboxPurge,
    OperatorJobRepository,
    SubmissionService,
  ],
})
export class SendingModule {}

/** Recognises mail that comes back; receiving mail needs this module. */
@Module({ providers: [ReturnPathRepository], exports: [ReturnPathRepository] })
export class ReturnPathModule {}

/** Delivers mail; needs EventBus, Database and BlobStore from a global module. */
@Module({})
export class OutboundModule {
  static with(transport: MailTransport, options: OutboundOptions): DynamicModule {
    return {
      module: OutboundModule,
      imports: [MailModule, MessagingModule, SendPolicyModule],
      providers: [
        { provide: MailTransport, useValue: transport },
        { provide: OutboundOptions, useValue: options },
        DkimKeyRepository,
        DkimKeyService,
        JobPreparation,
        OutboundJobRepository,
        OutboundOutcomeRepository,
        OutboundWorker,
        OutgoingContent,
        ReportConsumer,
        ReportRepository,
        ReportService,
      ],
      exports: [OutboundWorker, ReportConsumer],
    };
  }
}
