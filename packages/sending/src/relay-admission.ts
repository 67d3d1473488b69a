import { safeText, type Log } from '@mailroom/observability';

/**
 * Tells the operator when the relay admits us no more, and when it does again: once each, since every message that waits
 * meets the same refusal.
 */
export class RelayAdmission {
  #isRefused = false;

  constructor(
    private readonly relay: string,
    private readonly log: Log,
  ) {}

  refused(reply: string): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    const facts = { relay: this.relay, reply: safeText(reply) };
    this.log.error(facts, 'the relay does not admit us; mail waits until OUTBOUND_RELAY_URL or the relay is set right');
  }

  granted(): void {
    if (!this.#isRefused) return;
    this.#isRefused = false;
    this.log.info({ relay: this.relay }, 'the relay admits us again');
  }
}
