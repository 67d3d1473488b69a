import { Injectable } from '@nestjs/common';
import { envelopeFor, messageBlock } from '@mailroom/openpgp';
import type { Email } from '../email/email.js';
import type { BridgeKey } from '../key/message-readers.js';
import { RawMessageRepository } from '../raw-message/raw-message.repository.js';
import { EnvelopeRepository } from './envelope.repository.js';

/** The limit on ciphertext in one answer, as on bodies: what does not fit is fetched as the raw message. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Of larger messages, in which we look for the packet alone. */
const HEAD_BYTES = 256 * 1024;

/** What a bridge decrypts; either is "" where it has to be taken from the raw message. */
export type ReleasedContent = {
  /** Armored. */
  readonly ciphertext: string;
  /** The packet that wraps the session key for the key of the bridge. */
  readonly envelope: Buffer | null;
};

type Wanted = Pick<Email, 'id' | 'mailboxId' | 'rawId'>;

/** Finds ciphertext and envelope of messages for the bridge that holds a key for them. */
@Injectable()
export class ReleasedMail {
  constructor(
    private readonly rawMessages: RawMessageRepository,
    private readonly envelopes: EnvelopeRepository,
  ) {}

  /** By the ids of the emails, in whose order they share the room of an answer. */
  async of(emails: readonly Wanted[], key: BridgeKey): Promise<Map<number, ReleasedContent>> {
    const [added, sizes] = await Promise.all([
      this.envelopes.find(key.id, emails),
      this.rawMessages.sizes(emails.map(({ rawId }) => rawId)),
    ]);
    const released = new Map<number, ReleasedContent>();
    let left = MAX_BYTES;
    for (const { id, rawId } of emails) {
      const fits = (sizes.get(rawId) ?? 0) <= left;
      const bytes = await this.rawMessages.head(rawId, fits ? left : HEAD_BYTES);
      const block = messageBlock(bytes);
      const ciphertext = fits && block?.isWhole ? block.text : '';
      left -= ciphertext.length;
      const own = block && envelopeFor(Buffer.from(block.text, 'latin1'), key.keyIds);
      released.set(id, { ciphertext, envelope: added.get(id) ?? own });
    }
    return released;
  }
}
