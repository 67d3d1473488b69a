import type { AllowPrivate } from '@mailroom/egress';
import { DeliveriesUnderWay } from './deliveries-under-way.js';
import { MailExchangers } from './mail-exchangers.js';
import { MailTransport, transactionsOf, type TransportEnvelope, type TransportOutcome } from './mail-transport.js';
import { DirectRoute, UnreachableError } from './direct-route.js';
import { connectTo, defaultTimeLimits, NextHopError, type TimeLimits } from './next-hop.js';
import type { Transaction } from './smtp-transaction.js';

export type DirectOptions = {
  readonly name: string;
  readonly dnsServers: readonly string[];
  readonly allowPrivate?: AllowPrivate;
  /** The port is 25 except in tests. */
  readonly port?: number;
  readonly limits?: TimeLimits;
  /** The time for one question to one server, which is asked twice. */
  readonly dnsTimeoutMs?: number;
};

type Recipients = TransportEnvelope['recipients'];
type Delivery = Omit<Transaction, 'envelope'> & { readonly onSettled: (outcomes: readonly TransportOutcome[]) => void };

/** Sends to each domain's own mail exchangers, with opportunistic TLS (RFC 5321 §5, RFC 7435). */
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
    onSettled: (outcomes: readonly TransportOutcome[]) => void = () => {},
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
          const { stopMs } = this.#limits;
          return this.#deliverTo(domain, own, { content, beforeFinalDot, onSettled, signal, stopMs });
        }),
      );
      return outcomes.flat();
    });
  }

  override async close(): Promise<void> {
    this.#underWay.close();
    this.#exchangers.cancel();
  }

  async #deliverTo(domain: string, envelope: TransportEnvelope, delivery: Delivery): Promise<TransportOutcome[]> {
    const outcomes: TransportOutcome[] = [];
    const left = (status: 'retry' | 'failed', smtpReply: string, ownReply: boolean) => {
      const done = new Set(outcomes.map(({ position }) => position));
      const rest = envelope.recipients.filter(({ position }) => !done.has(position));
      return [...outcomes, ...rest.map(({ position }) => ({ position, status, smtpReply, ownReply }))];
    };
    const route = new DirectRoute((host) => this.#connect(host, delivery.signal), delivery);
    try {
      route.take(await this.#exchangers.addressesOf(domain));
      for (const one of transactionsOf(envelope)) {
        const settled = await route.send(one);
        outcomes.push(...settled);
        delivery.onSettled(settled);
      }
      return outcomes;
    } catch (error) {
      if (error instanceof UnreachableError) return left('retry', error.message, false);
      if (!(error instanceof NextHopError)) throw error;
      // This is what the DNS says about the recipients' own domain: no host was asked about the message.
      return left(error.kind === 'permanent' ? 'failed' : 'retry', error.message, true);
    } finally {
      route.leave();
    }
  }

  async #connect(host: string, signal: AbortSignal) {
    const { port = 25, name } = this.options;
    const hop = {
      host,
      port,
      name,
      secure: false,
      verifyTls: false,
      credentials: null,
      isRelay: false,
      limits: this.#limits,
    };
    try {
      return await connectTo(hop, signal);
    } catch (error) {
      if (!(error instanceof NextHopError && error.kind === 'tls')) throw error;
      return connectTo({ ...hop, withoutTls: true }, signal);
    }
  }
}
