import type { TransportEnvelope, TransportOutcome } from './mail-transport.js';
import type { OpenHop } from './next-hop.js';
import { isDecided, isStale } from './outbound-status.js';
import { sendOver, type Transaction } from './smtp-transaction.js';

type Current = { readonly host: string; readonly open: OpenHop; isUsed: boolean };
type Connect = (host: string) => Promise<OpenHop>;

/** None of a domain's mail exchangers accepted a connection; the message says why the last one did not. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** The way to one domain: its exchangers in their order, over one connection for as long as that is sound. */
export class DirectRoute {
  #hosts: string[] = [];
  #current: Current | null = null;

  constructor(
    private readonly connect: Connect,
    private readonly delivery: Omit<Transaction, 'envelope'>,
  ) {}

  take(hosts: readonly string[]): void {
    this.#hosts = [...hosts];
  }

  /**
   * Runs one transaction. Those whom one exchanger does not take for now, or loses before it has the message, are for the
   * next one (RFC 5321 §5.1); a refusal is final, and so is the doubt about whether a message was taken.
   * @throws UnreachableError if no exchanger accepts a connection
   */
  async send({ sender, recipients }: TransportEnvelope): Promise<TransportOutcome[]> {
    const outcomes = new Map<number, TransportOutcome>();
    const asked = new Set<string>();
    for (let left = recipients; left.length > 0;) {
      const hop = await this.#next(asked, outcomes.size > 0);
      if (!hop) break;
      const { isUsed } = hop;
      hop.isUsed = true;
      const settled = await sendOver(hop.open, { envelope: { sender, recipients: left }, ...this.delivery });
      for (const outcome of settled) outcomes.set(outcome.position, outcome);
      if (!settled.every(isDecided)) this.leave();
      if (this.delivery.signal.aborted) break;
      // Some take one message over each connection.
      if (!isUsed || !settled.every(isStale)) asked.add(hop.host);
      left = left.filter(({ position }) => outcomes.get(position)?.status === 'retry');
    }
    return [...outcomes.values()];
  }

  leave(): void {
    this.#current?.open.session.quit();
    this.#current = null;
  }

  /** The connection that is open, or one to the first exchanger that was not asked; null if another has answered already. */
  async #next(asked: ReadonlySet<string>, isAnswered: boolean) {
    if (this.#current && !this.#current.open.session.isEnded) return this.#current;
    let last = 'No mail exchanger of the domain has an address that could be looked up.';
    for (const host of this.#hosts.filter((candidate) => !asked.has(candidate))) {
      try {
        this.#current = { host, open: await this.connect(host), isUsed: false };
        return this.#current;
      } catch (error) {
        last = error instanceof Error ? error.message : String(error);
      }
      if (this.delivery.signal.aborted) break;
      // What can't be reached now is not waited for again by each of the other recipients.
      if (this.#hosts.length > 1) this.#hosts = this.#hosts.filter((candidate) => candidate !== host);
    }
    if (isAnswered) return null;
    throw new UnreachableError(last);
  }
}
