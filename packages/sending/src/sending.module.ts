import { Module, type DynamicModule } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { MailModule } from '@mailroom/mail';
import { MessagingModule } from '@mailroom/messaging';
import { TasksModule } from '@mailroom/tasks';
import { EmailDeletionRepository } from './deletion/email-deletion.repository.js';
import { EmailDeletionService } from './deletion/email-deletion.service.js';
import { EmailRetention } from './deletion/email-retention.js';
import { DeliveryService } from './delivery.service.js';
import { JobAdministration } from './job-administration.js';
import { MailTransport } from './mail-transport.js';
import { OutboundJobRepository } from './outbound-job.repository.js';
import { OutboundOptions, OutboundWorker } from './outbound.worker.js';
import { SubmissionRepository } from './submission.repository.js';
import { SubmissionService } from './submission.service.js';

/** Submitting mail: what the APIs need. */
@Module({
  imports: [IdentityModule, MailModule, MessagingModule, TasksModule],
  providers: [
    DeliveryService,
    EmailDeletionRepository,
    EmailDeletionService,
    EmailRetention,
    JobAdministration,
    SubmissionRepository,
    SubmissionService,
  ],
  exports: [DeliveryService, EmailDeletionService, EmailRetention, JobAdministration, SubmissionService],
})
export class SendingModule {}

/** Delivering mail: needs EventBus, Database and BlobStore from a global module. */
@Module({})
export class OutboundModule {
  static with(transport: MailTransport, options: OutboundOptions): DynamicModule {
    return {
      module: OutboundModule,
      imports: [MailModule],
      providers: [
        { provide: MailTransport, useValue: transport },
        { provide: OutboundOptions, useValue: options },
        OutboundJobRepository,
        OutboundWorker,
      ],
      exports: [OutboundWorker],
    };
  }
}
