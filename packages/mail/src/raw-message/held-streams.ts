import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { HolderRoom } from '@mailroom/concurrency';
import type { Principal } from '@mailroom/identity';
import { RawMessageRepository } from './raw-message.repository.js';

/** What is no larger leaves at once, however slow its client is. */
const SMALL_BYTES = 256 * 1024;
/** Each holds a file or a connection to the blob store open, of which a process has 256. */
const LIMITS = { perPrincipal: 64, inAll: 128 };
const WORDS = {
  held: 'downloads open',
  full: 'Too many downloads are open here.',
  later: 'Begin the download again later.',
  fix: 'Read the downloads that are open to their ends, or close them.',
};

/** Stored messages that are streamed to clients, which take them at their own pace. */
@Injectable()
export class HeldStreams {
  readonly #room = new HolderRoom(LIMITS, WORDS);

  constructor(private readonly rawMessages: RawMessageRepository) {}

  /** Null if no message has that id. @throws rate_limited; unavailable where all may be open that may */
  async open(principal: Principal, rawId: string): Promise<{ size: number; content: Readable } | null> {
    const found = await this.rawMessages.stream(rawId);
    if (!found || found.size <= SMALL_BYTES) return found;
    const holder = { principalId: principal.id, tenantId: principal.tenantId };
    try {
      this.#room.enter(holder);
    } catch (error) {
      found.content.destroy();
      throw error;
    }
    found.content.once('close', () => this.#room.leave(holder));
    return found;
  }
}
