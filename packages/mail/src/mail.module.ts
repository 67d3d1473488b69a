import { Module } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { AttachmentRepository } from './attachment/attachment.repository.js';
import { AttachmentService } from './attachment/attachment.service.js';
import { AttachmentTextService } from './attachment-text/attachment-text.service.js';
import { TEXT_READER_DEFAULTS, TextReader } from './attachment-text/text-reader.js';
import { BodyRefService } from './body-ref/body-ref.service.js';
import { EmailRepository } from './email/email.repository.js';
import { EmailService } from './email/email.service.js';
import { MailboxAccess } from './mailbox/mailbox-access.js';
import { MailboxRepository } from './mailbox/mailbox.repository.js';
import { MailboxService } from './mailbox/mailbox.service.js';
import { RawMessageRepository } from './raw-message/raw-message.repository.js';

const providers = [
  AttachmentRepository,
  AttachmentService,
  AttachmentTextService,
  BodyRefService,
  EmailRepository,
  EmailService,
  MailboxAccess,
  MailboxRepository,
  MailboxService,
  RawMessageRepository,
  { provide: TextReader, useFactory: () => new TextReader(TEXT_READER_DEFAULTS) },
];

@Module({ imports: [IdentityModule], providers, exports: providers })
export class MailModule {}
