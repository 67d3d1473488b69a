import { Injectable } from '@nestjs/common';
import {
  RawMessageRepository,
  SealingRepository,
  type EmailPlace,
  type RawMessage,
  type SealOrder,
} from '@mailroom/mail';
import { sealMessage } from '@mailroom/openpgp';
import type { MessageFields } from './parsing/message-fields.js';
import type { Replacement } from './ready-message.js';

/** A message that is being parsed, as it came. */
type Came = {
  readonly rawId: string;
  readonly raw: Buffer;
  readonly awaitsSeal: boolean;
  /** Null also where its mailbox is not sealed any more. */
  readonly seal: SealOrder | null;
};

/** What is said otherwise of a message that could not be parsed, and what takes its place. */
type Unparsed = { readonly changes: Partial<MessageFields>; readonly replacement: Replacement | null };

/** Puts what is to be kept of a message that awaits its seal in the place of what lies there encrypted for a while. */
@Injectable()
export class MessageSeals {
  constructor(
    private readonly sealing: SealingRepository,
    private readonly rawMessages: RawMessageRepository,
  ) {}

  /** Returns the message as it arrived; null if no message has that id. */
  async read(rawId: string): Promise<RawMessage | null> {
    return this.rawMessages.read(rawId);
  }

  /** A message that awaits its seal is in one mailbox. */
  async orderFor([email]: readonly EmailPlace[], awaitsSeal: boolean): Promise<SealOrder | null> {
    return awaitsSeal && email ? this.sealing.findOrder(email.mailboxId) : null;
  }

  /** @param sealed null if the message is kept as it came: it was encrypted by its sender */
  async replacementOf({ raw, awaitsSeal }: Came, sealed: Uint8Array | null): Promise<Replacement | null> {
    return awaitsSeal ? this.#store(sealed ? Buffer.from(sealed) : raw) : null;
  }

  /**
   * Seals a message that could not be parsed as a whole. Why it could not may repeat words of it, so that is not told. Where
   * its mailbox was closed, nobody has a key: it stays as it lies, and goes with the mailbox.
   */
  async unparsed({ raw, awaitsSeal, seal }: Came): Promise<Unparsed> {
    if (!awaitsSeal) return { changes: {}, replacement: null };
    if (!seal) return { changes: {}, replacement: await this.#store(raw) };
    const changes = { errorMessage: 'it could not be parsed', encrypted: true };
    if (seal.keys.length === 0) return { changes, replacement: null };
    const { bytes, keyIds } = await sealMessage(raw, seal.keys);
    return { changes: { ...changes, encryptedFor: keyIds }, replacement: await this.#store(bytes) };
  }

  async #store(bytes: Buffer): Promise<Replacement> {
    const { content, blob, size } = await this.rawMessages.store(bytes);
    return { content: content?.toString('base64') ?? null, blob, size };
  }
}
