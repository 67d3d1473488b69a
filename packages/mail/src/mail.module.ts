import { Module } from '@nestjs/common';
import { CredentialAuthenticator, IdentityModule } from '@mailroom/identity';
import { TEXT_READER_DEFAULTS, TextReader } from '@mailroom/message';
import { AttachmentRepository } from './attachment/attachment.repository.js';
import { AttachmentService } from './attachment/attachment.service.js';
import { AttachmentTextService } from './attachment-text/attachment-text.service.js';
import { BlobDeletionRepository } from './blob-deletion/blob-deletion.repository.js';
import { BlobSweeper } from './blob-deletion/blob-sweeper.js';
import { BodyRefRepository } from './body-ref/body-ref.repository.js';
import { BodyRefService } from './body-ref/body-ref.service.js';
import { BridgeProofs } from './bridge/bridge-proofs.js';
import { BridgeRepository } from './bridge/bridge.repository.js';
import { BridgeService } from './bridge/bridge.service.js';
import { EnvelopeRepository } from './bridge/envelope.repository.js';
import { EnvelopeService } from './bridge/envelope.service.js';
import { ReleasedMail } from './bridge/released-mail.js';
import { DraftRepository } from './draft/draft.repository.js';
import { DraftService } from './draft/draft.service.js';
import { EmailContentRepository } from './email/email-content.repository.js';
import { EmailContents } from './email/email-contents.js';
import { EmailRepository } from './email/email.repository.js';
import { EmailService } from './email/email.service.js';
import { EmailVerdictRepository } from './email/email-verdict.repository.js';
import { KeyAuthority } from './key/key-authority.js';
import { MailKeyRepository } from './key/mail-key.repository.js';
import { MailKeyService } from './key/mail-key.service.js';
import { MessageReaders } from './key/message-readers.js';
import { SealingRules } from './sealing/sealing-rules.js';
import { SealingRepository } from './sealing/sealing.repository.js';
import { LabelRepository } from './label/label.repository.js';
import { LabelService } from './label/label.service.js';
import { DomainSharingService } from './mailbox/domain-sharing.service.js';
import { FreeNames } from './mailbox/free-names.js';
import { HostedDomains } from './mailbox/hosted-domains.js';
import { LeaseEnds } from './mailbox/lease-ends.js';
import { LeaseEndsRepository } from './mailbox/lease-ends.repository.js';
import { MailboxAccess } from './mailbox/mailbox-access.js';
import { MailboxCreation } from './mailbox/mailbox-creation.js';
import { MailboxLooks } from './mailbox/mailbox-looks.repository.js';
import { MailboxRepository } from './mailbox/mailbox.repository.js';
import { MailboxService } from './mailbox/mailbox.service.js';
import { RecipientDirectory } from './mailbox/recipient-directory.js';
import { TenantMailRepository } from './mailbox/tenant-mail.repository.js';
import { MailHoursRepository } from './hours/mail-hours.repository.js';
import { OperatorMailboxRepository } from './operator/operator-mailbox.repository.js';
import { HeldStreams } from './raw-message/held-streams.js';
import { RawMessageRepository } from './raw-message/raw-message.repository.js';
import { MailboxSignInKind } from './sign-in/mailbox-sign-in-kind.js';
import { MailboxSignInRepository } from './sign-in/mailbox-sign-in.repository.js';
import { MailboxSignIns } from './sign-in/mailbox-sign-ins.js';
import { ArrivalRepository } from './wait/arrival.repository.js';
import { ThreadRepository } from './thread/thread.repository.js';
import { ThreadService } from './thread/thread.service.js';

const providers = [
  ArrivalRepository,
  AttachmentRepository,
  AttachmentService,
  AttachmentTextService,
  BlobDeletionRepository,
  BlobSweeper,
  BodyRefRepository,
  BodyRefService,
  BridgeProofs,
  BridgeRepository,
  BridgeService,
  EmailContentRepository,
  EmailContents,
  DomainSharingService,
  DraftRepository,
  DraftService,
  EmailRepository,
  EmailService,
  EmailVerdictRepository,
  EnvelopeRepository,
  EnvelopeService,
  FreeNames,
  HeldStreams,
  HostedDomains,
  KeyAuthority,
  LabelRepository,
  LabelService,
  LeaseEnds,
  LeaseEndsRepository,
  MailHoursRepository,
  MailKeyRepository,
  MailKeyService,
  SealingRepository,
  SealingRules,
  MessageReaders,
  MailboxAccess,
  MailboxCreation,
  MailboxLooks,
  MailboxRepository,
  MailboxService,
  OperatorMailboxRepository,
  MailboxSignInKind,
  MailboxSignInRepository,
  MailboxSignIns,
  RawMessageRepository,
  RecipientDirectory,
  ReleasedMail,
  TenantMailRepository,
  ThreadRepository,
  ThreadService,
  { provide: TextReader, useFactory: () => new TextReader(TEXT_READER_DEFAULTS) },
];

@Module({ imports: [IdentityModule], providers, exports: providers })
export class MailModule {
  constructor(credentials: CredentialAuthenticator, signIns: MailboxSignInKind) {
    credentials.register(signIns);
  }
}
