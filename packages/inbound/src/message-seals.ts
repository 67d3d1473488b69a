import { Injectable } from '@nestjs/common';
import {
  RawMessageRepository,
  SealingRepository,
  type EmailPlace,
  type RawMessage,
  type SealOrder,
} from '@mailroom/mail';
import { sealMessage } from '@mailroom/openpgp';
import type { ReadyMessage, Replacement } from './readiness.repository.js';

/** A message that is being parsed, as it came. */
type Came = {
  readonly rawId: string;
  readonly raw: Buffer;
  readonly awaitsSeal: boolean;
  /** Null also where its mailbox is not sealed any more. */
  readonly seal: SealOrder | null;
};

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
  async ready(message: ReadyMessage, { raw, awaitsSeal }: Came, sealed: Uint8Array | null): Promise<ReadyMessage> {
    if (!awaitsSeal) return message;
    return { ...message, replacement: await this.#store(sealed ? Buffer.from(sealed) : raw) };
  }

  /**
   * Seals a message that could not be parsed as a whole. Why it could not may repeat words of it, so that is not told. Where
   * its mailbox was closed, nobody has a key: it stays as it lies, and goes with the mailbox.
   */
  async unparsed(message: ReadyMessage, { raw, awaitsSeal, seal }: Came): Promise<ReadyMessage> {
    if (!awaitsSeal) return message;
    if (!seal) return { ...message, replacement: await this.#store(raw) };
    const errorMessage = 'it could not be parsed';
    if (seal.keys.length === 0) return { ...message, errorMessage, encrypted: true };
    const { bytes, keyIds } = await sealMessage(raw, seal.keys);
    return { ...message, errorMessage, encrypted: true, encryptedFor: keyIds, replacement: await this.#store(bytes) };
  }

  async #store(bytes: Buffer): Promise<Replacement> {
    const { content, blob, size } = await this.rawMessages.storeFor(bytes);
    return { content: content?.toString('base64') ?? null, blob, size };
  }
}
