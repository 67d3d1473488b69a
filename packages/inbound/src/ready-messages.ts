import { Injectable } from '@nestjs/common';
import type { SealOrder } from '@mailroom/mail';
import { BroughtKeys } from './autocrypt/brought-keys.js';
import { ErrorReporter } from './error-reporter.js';
import { MessageSeals } from './message-seals.js';
import type { ParseJob } from './parsing/parse-job.js';
import type { ParsedOutcome } from './parsing/sealed-outcome.js';
import type { ReadyMessage } from './readiness.repository.js';
import { readyMessage, unparsedMessage, type Target } from './ready-message.js';
import { MessageSignatures } from './signatures/message-signatures.js';

/** A message as it came. */
type Came = {
  readonly rawId: string;
  readonly raw: Buffer;
  readonly envelope: ParseJob['envelope'];
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

  async parsed(target: Target, came: Came, outcome: ParsedOutcome): Promise<ReadyMessage> {
    const ready = readyMessage(target, outcome, came.envelope.sender);
    const signatures = await this.signatures.of(mailboxesOf(target), came.raw, outcome);
    const emails = ready.emails.map((email) => ({ ...email, pgp: signatures(email.mailboxId) }));
    return this.seals.ready({ ...ready, emails }, came, outcome.sealed);
  }

  async unparsed(target: Target, came: Came, reason: string): Promise<ReadyMessage> {
    return this.seals.unparsed(unparsedMessage(target, reason), came);
  }

  /** Keeps what a message that is shown now brought for later; nobody waits for that. */
  learn(target: Target, { autocrypt, message }: ParsedOutcome): void {
    if (autocrypt === null) return;
    // A Date field has no fractions of a second; the time of coming in must not be later for having them.
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    const saidAt = new Date(Math.min(now, message.sentAt === null ? now : Date.parse(message.sentAt)));
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
