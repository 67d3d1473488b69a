import { Injectable } from '@nestjs/common';
import type { SealOrder } from '@mailroom/mail';
import { BroughtKeys } from './autocrypt/brought-keys.js';
import { ErrorReporter } from './error-reporter.js';
import { MessageSeals } from './message-seals.js';
import { unparsedFields } from './parsing/message-fields.js';
import { rowOf } from './parsing/message-octets.js';
import type { ParsedOutcome } from './parsing/parse-job.js';
import { readyMessage, type ReadyMessage, type Target } from './ready-message.js';
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
    private readonly keys: BroughtKeys,
    private readonly reporter: ErrorReporter,
  ) {}

  async parsed(target: Target, came: Came, { row, particulars }: ParsedOutcome): Promise<ReadyMessage> {
    // Nearly all messages are of this kind, and wait for nothing.
    if (particulars === null && !came.awaitsSeal) return readyMessage(target, row, null);
    const pgp = particulars ? await this.signatures.of(mailboxesOf(target), came.raw, particulars) : undefined;
    const replacement = await this.seals.replacementOf(came, particulars?.sealed ?? null);
    return readyMessage(target, row, replacement, pgp);
  }

  async unparsed(target: Target, came: Came, reason: string): Promise<ReadyMessage> {
    const { changes, replacement } = await this.seals.unparsed(came);
    return readyMessage(target, rowOf({ ...unparsedFields(target.rawId, reason), ...changes }), replacement);
  }

  /** Keeps what a message that is shown now brought for later; nobody waits for that. */
  learn(target: Target, { particulars }: ParsedOutcome): void {
    if (!particulars?.autocrypt) return;
    const { autocrypt, sentAt } = particulars;
    // A Date field has no fractions of a second; the time of coming in must not be later for having them.
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    const saidAt = new Date(Math.min(now, sentAt === null ? now : Date.parse(sentAt)));
    this.keys.learn(mailboxesOf(target), autocrypt, saidAt).catch((error: unknown) => this.reporter.report(error));
  }

  async close(): Promise<void> {
    await this.keys.close();
    await this.signatures.close();
  }
}

function mailboxesOf({ emails }: Target): number[] {
  return emails.map(({ mailboxId }) => mailboxId);
}
