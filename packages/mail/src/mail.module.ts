import { Module } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { AttachmentRepository } from './attachment/attachment.repository.js';
import { AttachmentService } from './attachment/attachment.service.js';
import { BodyRefService } from './body-ref/body-ref.service.js';
import { EmailRepository } from './email/email.repository.js';
import { EmailService } from './email/email.service.js';
import { MailboxAccess } from './mailbox/mailbox-access.js';
import { MailboxRepository } from './mailbox/mailbox.repository.js';
import { MailboxService } from './mailbox/mailbox.service.js';
import { RawMessageRepository } from './raw-message/raw-message.repository.js';
import { EmailSearch } from './search/email-search.js';
import { SearchIndexRepository } from './search/search-index.repository.js';
import { SearchRepository } from './search/search.repository.js';
import { ArrivalRepository } from './wait/arrival.repository.js';

const providers = [
  ArrivalRepository,
  AttachmentRepository,
  AttachmentService,
  BodyRefService,
  EmailRepository,
  EmailSearch,
  EmailService,
  MailboxAccess,
  MailboxRepository,
  MailboxService,
  RawMessageRepository,
  SearchIndexRepository,
  SearchRepository,
];

@Module({ imports: [IdentityModule], providers, exports: providers })
export class MailModule {}
