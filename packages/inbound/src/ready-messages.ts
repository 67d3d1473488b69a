import { Injectable } from '@nestjs/common';
import type { SealOrder } from '@mailroom/mail';
import { MessageSeals } from './message-seals.js';
import type { ParsedOutcome } from './parsing/sealed-outcome.js';
import type { ReadyMessage } from './readiness.repository.js';
import { readyMessage, unparsedMessage, type Target } from './ready-message.js';
import { MessageSignatures } from './signatures/message-signatures.js';

/** A message as it came. */
type Came = {
  readonly rawId: string;
  readonly raw: Buffer;
  readonly awaitsSeal: boolean;
  readonly seal: SealOrder | null;
};

/** Makes of what a parser found what is shown and kept. */
@Injectable()
export class ReadyMessages {
  constructor(
    readonly seals: MessageSeals,
    private readonly signatures: MessageSignatures,
  ) {}

  async parsed(target: Target, came: Came, outcome: ParsedOutcome): Promise<ReadyMessage> {
    const ready = readyMessage(target, outcome);
    const signatures = await this.signatures.of(target.emailIds, came.raw, outcome);
    const emails = ready.emails.map((email) => ({ ...email, pgp: signatures(email.id) }));
    return this.seals.ready({ ...ready, emails }, came, outcome.sealed);
  }

  async unparsed(target: Target, came: Came, reason: string): Promise<ReadyMessage> {
    return this.seals.unparsed(unparsedMessage(target, reason), came);
  }

  async close(): Promise<void> {
    await this.signatures.close();
  }
}
