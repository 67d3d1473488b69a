import { DeliveriesUnderWay } from './deliveries-under-way.js';
import { MailExchangers } from './mail-exchangers.js';
import { MailTransport, type TransportEnvelope, type TransportOutcome } from './mail-transport.js';
import { connectTo, defaultTimeLimits, NextHopError, type TimeLimits } from './next-hop.js';
import type { AllowPrivate } from './reachable-address.js';
import { sendOver, type Transaction } from './smtp-transaction.js';

export type DirectOptions = {
  readonly name: string;
  readonly dnsServers: readonly string[];
  readonly allowPrivate?: AllowPrivate;
  /** 25, but for tests. */
  readonly port?: number;
  readonly limits?: TimeLimits;
  /** For one question to one server, which is asked twice. */
  readonly dnsTimeoutMs?: number;
};

type Recipients = TransportEnvelope['recipients'];

/** Each domain's own mail exchangers, with opportunistic TLS (RFC 5321 §5, RFC 7435). */
export class DirectTransport extends MailTransport {
  readonly #exchangers: MailExchangers;
  readonly #limits: TimeLimits;
  readonly #underWay: DeliveriesUnderWay;

  constructor(private readonly options: DirectOptions) {
    super();
    this.#limits = options.limits ?? defaultTimeLimits;
    this.#underWay = new DeliveriesUnderWay(this.#limits.deliveryMs);
    const { name, dnsServers, allowPrivate = 'none', dnsTimeoutMs: timeoutMs = 5_000 } = options;
    this.#exchangers = new MailExchangers({ name, dnsServers, allowPrivate, timeoutMs });
  }

  override async deliver(
    envelope: TransportEnvelope,
    content: Buffer,
    beforeFinalDot: (positions: readonly number[]) => Promise<void>,
  ): Promise<TransportOutcome[]> {
    const domains = new Map<string, Recipients[number][]>();
    for (const recipient of envelope.recipients) {
      const domain = recipient.address.slice(recipient.address.lastIndexOf('@') + 1);
      domains.set(domain, [...(domains.get(domain) ?? []), recipient]);
    }
    return this.#underWay.run(async (signal) => {
      const outcomes = await Promise.all(
        [...domains].map(([domain, recipients]) => {
          const own = { sender: envelope.sender, recipients };
          return this.#deliverTo(domain, {
            envelope: own,
            content,
            beforeFinalDot,
            signal,
            stopMs: this.#limits.stopMs,
          });
        }),
      );
      return outcomes.flat();
    });
  }

  override async close(): Promise<void> {
    this.#underWay.close();
    this.#exchangers.cancel();
  }

  async #deliverTo(domain: string, transaction: Transaction): Promise<TransportOutcome[]> {
    const all = (status: 'retry' | 'failed', smtpReply: string, ownReply: boolean) =>
      transaction.envelope.recipients.map(({ position }) => ({ position, status, smtpReply, ownReply }));
    let last = 'No mail exchanger answered.';
    try {
      for (const host of await this.#exchangers.addressesOf(domain)) {
        const open = await this.#connect(host, transaction.signal).catch((error: unknown) => {
          last = error instanceof Error ? error.message : String(error);
          return null;
        });
        if (transaction.signal.aborted && !open) break;
        if (!open) continue;
        const outcomes = await sendOver(open, transaction);
        open.connection.quit();
        return outcomes;
      }
      return all('retry', last, false);
    } catch (error) {
      if (!(error instanceof NextHopError)) throw error;
      // What the DNS says of the recipients' own domain: no host was asked about the message.
      return all(error.kind === 'permanent' ? 'failed' : 'retry', error.message, true);
    }
  }

  async #connect(host: string, signal: AbortSignal) {
    const { port = 25, name } = this.options;
    const hop = { host, port, name, secure: false, verifyTls: false, credentials: null, limits: this.#limits };
    try {
      return await connectTo(hop, signal);
    } catch (error) {
      if (!(error instanceof NextHopError && error.kind === 'tls')) throw error;
      return connectTo({ ...hop, withoutTls: true }, signal);
    }
  }
}
