import { Injectable } from '@nestjs/common';
import { uuidv7 } from '@mailroom/ids';
import { RawMessageRepository, RecipientDirectory, type RecipientDecision, type StoredContent } from '@mailroom/mail';
import { parseAddress } from '@mailroom/message';
import type { InsideCopy, InsideTarget, OutboundJob } from './outbound-job.repository.js';
import type { RecipientOutcome } from './outbound-status.js';

type Recipient = OutboundJob['recipients'][number];

/** A job with everything that must be known before it is delivered. */
export type PreparedJob = {
  readonly job: OutboundJob;
  /** Recipients that have a mailbox here. */
  readonly inside: readonly (Recipient & { readonly mailboxId: number; readonly sealed: boolean })[];
  readonly outside: readonly Recipient[];
  /** The outcomes for addresses in our own domains that nobody has. */
  readonly outcomes: readonly RecipientOutcome[];
  readonly stored: StoredContent | null;
};

/** Reads what jobs need, in one go for all that were taken together. */
@Injectable()
export class JobPreparation {
  constructor(
    private readonly directory: RecipientDirectory,
    private readonly rawMessages: RawMessageRepository,
  ) {}

  /** Returns the prepared jobs in the order of `jobs`. */
  async prepare(jobs: readonly OutboundJob[]): Promise<PreparedJob[]> {
    const [stored, decided] = await Promise.all([
      this.rawMessages.find(jobs.map(({ rawId }) => rawId)),
      Promise.all(jobs.map(({ recipients }) => Promise.all(recipients.map((recipient) => this.#decide(recipient))))),
    ]);
    return jobs.map((job, index) => {
      const found = decided[index] ?? [];
      return {
        job,
        inside: found.flatMap(({ recipient, decision }) =>
          decision.kind === 'mailbox' ? [{ mailboxId: decision.mailboxId, sealed: decision.sealed, ...recipient }] : [],
        ),
        outside: found.filter(({ decision }) => decision.kind === 'not_ours').map(({ recipient }) => recipient),
        outcomes: found
          .filter(({ decision }) => decision.kind === 'unknown' || decision.kind === 'disabled')
          .map(unknownHere),
        stored: stored.get(job.rawId) ?? null,
      };
    });
  }

  /**
   * What is delivered inside: a copy of its own for each mailbox that is sealed; the others share what the sender has.
   * @throws unavailable without a key of the installation
   */
  async insideTargets({ inside, stored }: PreparedJob): Promise<InsideTarget[]> {
    if (!inside.some(({ sealed }) => sealed)) return [...inside];
    if (!stored) throw new Error('The message of a job is gone, so that no copy of it can be sealed.');
    const content = await this.rawMessages.load(stored);
    const targets: InsideTarget[] = [];
    // One copy is stored before the next one is made, so that few are in memory, however many mailboxes get one.
    for (const target of inside) targets.push(target.sealed ? { ...target, copy: await this.#copy(content) } : target);
    return targets;
  }

  async #copy(content: Buffer): Promise<InsideCopy> {
    const rawId = uuidv7();
    const copy = await this.rawMessages.store(this.rawMessages.locked(rawId, content));
    return { rawId, content: copy.content?.toString('base64') ?? null, blob: copy.blob, size: copy.size };
  }

  async #decide(recipient: Recipient): Promise<{ recipient: Recipient; decision: RecipientDecision }> {
    const address = parseAddress(recipient.address);
    return { recipient, decision: address ? await this.directory.resolve(address) : { kind: 'not_ours' } };
  }
}

function unknownHere({ recipient: { position } }: { readonly recipient: Recipient }): RecipientOutcome {
  return { position, status: 'failed', smtpReply: '550 5.1.1 No such mailbox here' };
}
