import { Injectable } from '@nestjs/common';
import { tokenIdOf, type Principal } from '@mailroom/identity';
import { BridgeProofs } from '../bridge/bridge-proofs.js';
import type { Email } from '../email/email.js';
import { MailKeyRepository, type KnownReader } from './mail-key.repository.js';

/** Who of a mailbox can read an encrypted message, by fingerprint; null where nobody that we know can. */
export type Readers = {
  /** The agent key of whoever asks. */
  readonly agentKey: string | null;
  readonly ownerKey: string | null;
  /** That agent key, where the bridge that holds it asks, by a proof that is true. */
  readonly bridgeKey: BridgeKey | null;
};

export type BridgeKey = { readonly id: number; readonly keyIds: readonly string[] };

type Encrypted = Pick<Email, 'id' | 'mailboxId' | 'encrypted' | 'encryptedFor'>;

const NOBODY: Readers = { agentKey: null, ownerKey: null, bridgeKey: null };

/** Finds out which of the keys that we know a message is for. */
@Injectable()
export class MessageReaders {
  constructor(
    private readonly keys: MailKeyRepository,
    private readonly proofs: BridgeProofs,
  ) {}

  /**
   * @param caller whose agent keys count; without one, where many are told at once, those of every agent of the mailbox do
   */
  async of(caller: Principal | null, emails: readonly Encrypted[]): Promise<(email: Encrypted) => Readers> {
    const encrypted = emails.filter((email) => email.encrypted);
    if (encrypted.length === 0) return () => NOBODY;
    const mailboxIds = [...new Set(encrypted.map(({ mailboxId }) => mailboxId))];
    const keyIds = [...new Set(encrypted.flatMap(({ encryptedFor }) => encryptedFor))];
    const emailIds = encrypted.map(({ id }) => id);
    const asking = caller === null ? ('all' as const) : tokenIdOf(caller.id);
    const [known, provenKey] = await Promise.all([
      this.keys.readers({ mailboxIds, keyIds, emailIds }, asking),
      caller && this.proofs.keyOf(caller),
    ]);
    return (email) => readersOf(email, known, provenKey);
  }
}

function readersOf(email: Encrypted, known: readonly KnownReader[], provenKey: number | null): Readers {
  if (!email.encrypted) return NOBODY;
  const able = known.filter((key) => key.mailboxId === email.mailboxId && canRead(key, email));
  const proven = able.find(({ id, kind }) => kind === 'agent' && id === provenKey);
  const first = (kind: KnownReader['kind']) => able.find((key) => key.kind === kind)?.fingerprint ?? null;
  return {
    agentKey: proven?.fingerprint ?? first('agent'),
    ownerKey: first('owner'),
    bridgeKey: proven ? { id: proven.id, keyIds: proven.keyIds } : null,
  };
}

function canRead({ keyIds, wrapped }: KnownReader, { id, encryptedFor }: Encrypted): boolean {
  return keyIds.some((keyId) => encryptedFor.includes(keyId)) || wrapped.includes(String(id));
}
