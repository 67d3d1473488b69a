import type { Database } from '@mailroom/database';
import { AutocryptKeyRepository, SenderKeyRepository, SenderKeys } from '@mailroom/found-keys';
import {
  HostedDomains,
  MailboxRepository,
  MailKeyRepository,
  SealingRepository,
  type RawMessageRepository,
} from '@mailroom/mail';
import { BroughtKeys } from '../src/autocrypt/brought-keys.js';
import { ErrorReporter } from '../src/error-reporter.js';
import { MessageSeals } from '../src/message-seals.js';
import { ReadyMessages } from '../src/ready-messages.js';
import { MessageSignatures } from '../src/signatures/message-signatures.js';
import { SignatureThreads } from '../src/signatures/signature-threads.js';

/** What the module of inbound mail puts together. */
export function readyMessages(database: Database, raw: RawMessageRepository, thread = new SignatureThreads()) {
  const hosted = new HostedDomains(new MailboxRepository(database));
  const keys = new SenderKeys(new SenderKeyRepository(database), hosted, new MailKeyRepository(database));
  const seals = new MessageSeals(new SealingRepository(database), raw);
  const brought = new BroughtKeys(new AutocryptKeyRepository(database));
  const reporter = new ErrorReporter((error) => {
    throw error;
  });
  return new ReadyMessages(seals, new MessageSignatures(keys, thread), brought, reporter);
}
