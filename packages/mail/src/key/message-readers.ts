import { Injectable } from '@nestjs/common';
import { tokenIdOf, type Principal } from '@mailroom/identity';
import type { Email } from '../email/email.js';
import { MailKeyRepository, type KnownReader } from './mail-key.repository.js';

/** Who of a mailbox can read an encrypted message, by fingerprint; null where nobody that we know can. */
export type Readers = {
  /** The agent key of whoever asks. */
  readonly agentKey: string | null;
  readonly ownerKey: string | null;
};

type Encrypted = Pick<Email, 'mailboxId' | 'encryptedFor'>;

const NOBODY: Readers = { agentKey: null, ownerKey: null };

/** Finds out which of the keys that we know a message is for. */
@Injectable()
export class MessageReaders {
  constructor(private readonly keys: MailKeyRepository) {}

  /**
   * @param caller whose agent keys count; without one, where many are told at once, those of every agent of the mailbox do
   */
  async of(caller: Principal | null, emails: readonly Encrypted[]): Promise<(email: Encrypted) => Readers> {
    const encrypted = emails.filter(({ encryptedFor }) => encryptedFor.length > 0);
    if (encrypted.length === 0) return () => NOBODY;
    const mailboxIds = [...new Set(encrypted.map(({ mailboxId }) => mailboxId))];
    const keyIds = [...new Set(encrypted.flatMap(({ encryptedFor }) => encryptedFor))];
    const asking = caller === null ? ('all' as const) : tokenIdOf(caller.id);
    const known = await this.keys.readers(mailboxIds, keyIds, asking);
    return (email) => readersOf(email, known);
  }
}

function readersOf({ mailboxId, encryptedFor }: Encrypted, known: readonly KnownReader[]): Readers {
  const able = known.filter((key) => key.mailboxId === mailboxId && key.keyIds.some((id) => encryptedFor.includes(id)));
  const first = (kind: KnownReader['kind']) => able.find((key) => key.kind === kind)?.fingerprint ?? null;
  return { agentKey: first('agent'), ownerKey: first('owner') };
}
