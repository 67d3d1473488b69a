import type { TransportOutcome } from './mail-transport.js';
import type { OutboundJob, OutboundRecipient } from './outbound-job.repository.js';
import type { OutboundOutcomeRepository } from './outbound-outcome.repository.js';
import type { RecipientOutcome } from './outbound-status.js';
import { withSuppression } from './suppression-rules.js';

/**
 * Records the outcomes of recipients while the job's other transactions go on, so that a crash during those leaves
 * nobody `unknown` whose outcome was known. The end of the attempt records whatever is still missing.
 */
export class EarlyOutcomes {
  readonly #recorded = new Set<number>();
  readonly #pending: Promise<void>[] = [];
  #left: number;

  constructor(
    private readonly outcomes: OutboundOutcomeRepository,
    private readonly job: OutboundJob,
    private readonly recipients: readonly OutboundRecipient[],
    private readonly retrySeconds: (outcomes: readonly RecipientOutcome[]) => number | null,
  ) {
    this.#left = recipients.length;
  }

  /** The last outcomes are left to the end of the attempt, which follows at once. */
  record(settled: readonly TransportOutcome[]): void {
    this.#left -= settled.length;
    if (this.#left > 0) this.#pending.push(this.#record(settled));
  }

  /** Returns the outcomes that are still to be recorded. */
  async without(outcomes: readonly RecipientOutcome[]): Promise<RecipientOutcome[]> {
    await Promise.all(this.#pending);
    return outcomes.filter(({ position }) => !this.#recorded.has(position));
  }

  /** A failure loses nothing: the end of the attempt tries again. */
  async #record(settled: readonly TransportOutcome[]): Promise<void> {
    const outcomes = settled.map((outcome) => withSuppression(outcome, this.recipients));
    const recording = this.outcomes.recordSome(this.job, outcomes, this.retrySeconds(outcomes));
    const done = await recording.then(
      () => true,
      () => false,
    );
    if (done) for (const { position } of settled) this.#recorded.add(position);
  }
}
