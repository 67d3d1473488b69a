import { Injectable } from '@nestjs/common';
import { SenderKeys, type SenderKey } from '@mailroom/found-keys';
import type { PgpSignature } from '@mailroom/mail';
import type { SignedContent } from '@mailroom/message';
import type { Particulars } from '../parsing/parse-job.js';
import { SignatureThreads } from './signature-threads.js';

/** The verdict for one mailbox: its tenant may know other keys than the next one. */
export type SignatureOf = (mailboxId: number) => PgpSignature | null;

/** More is hashed for nobody. */
const MAX_SIGNED_BYTES = 25 * 1024 * 1024;
const INVALID: PgpSignature = { status: 'invalid', fingerprint: '' };
const UNKNOWN_KEY: PgpSignature = { status: 'unknown_key', fingerprint: '' };
/** Of mail that is sealed here, which would seem to have come encrypted. */
const NONE: PgpSignature = { status: 'none', fingerprint: '' };

/** Checks the signatures of mail by keys that are known already; a look-up at a stranger's server never delays mail. */
@Injectable()
export class MessageSignatures {
  constructor(
    private readonly keys: SenderKeys,
    private readonly threads: SignatureThreads,
  ) {}

  /** @param raw the message as it came, in which the particulars say what is signed */
  async of(mailboxIds: readonly number[], raw: Buffer, { signed, sealed }: Particulars): Promise<SignatureOf> {
    if (signed === null) return () => (sealed ? NONE : null);
    if (signed === 'unsound') return () => INVALID;
    const keys = await this.keys.of(mailboxIds, signed.signer);
    if (keys.length === 0) return () => UNKNOWN_KEY;
    const content = contentOf(raw, signed);
    if (content.length > MAX_SIGNED_BYTES) return () => INVALID;
    const { signature, signer } = signed;
    const verdicts = await this.threads.verify({
      content,
      signature,
      keys: keys.map(({ publicKey }) => publicKey),
      sender: signer,
    });
    return (mailboxId) => {
      const own = verdicts.filter((_, index) => isKnownTo(mailboxId, keys[index]) && !keys[index]?.revoked);
      const good = own.find(({ status }) => status === 'valid');
      if (good) return { status: 'valid', fingerprint: good.fingerprint };
      const isKnown = verdicts.some(({ status }, index) => status !== 'other' && isKnownTo(mailboxId, keys[index]));
      return isKnown ? INVALID : UNKNOWN_KEY;
    };
  }

  async close(): Promise<void> {
    await this.threads.close();
  }
}

function isKnownTo(mailboxId: number, key: SenderKey | undefined): boolean {
  return key !== undefined && (key.mailboxIds === null || key.mailboxIds.includes(mailboxId));
}

function contentOf(raw: Buffer, { content }: SignedContent): Uint8Array {
  return content instanceof Uint8Array ? content : raw.subarray(content.offset, content.offset + content.length);
}
