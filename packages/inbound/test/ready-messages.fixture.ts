import type { Database } from '@mailroom/database';
import { SenderKeyRepository, SenderKeys } from '@mailroom/found-keys';
import {
  HostedDomains,
  MailboxRepository,
  MailKeyRepository,
  SealingRepository,
  type RawMessageRepository,
} from '@mailroom/mail';
import { MessageSeals } from '../src/message-seals.js';
import { ReadyMessages } from '../src/ready-messages.js';
import { MessageSignatures } from '../src/signatures/message-signatures.js';
import { SignatureThreads } from '../src/signatures/signature-threads.js';

/** What the module of inbound mail puts together. */
export function readyMessages(database: Database, raw: RawMessageRepository, thread = new SignatureThreads()) {
  const hosted = new HostedDomains(new MailboxRepository(database));
  const keys = new SenderKeys(new SenderKeyRepository(database), hosted, new MailKeyRepository(database));
  return new ReadyMessages(new MessageSeals(new SealingRepository(database), raw), new MessageSignatures(keys, thread));
}
