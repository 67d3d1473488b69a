import { Resolver } from 'node:dns/promises';
import { DeliveriesUnderWay } from './deliveries-under-way.js';
import { MailTransport, type TransportEnvelope, type TransportOutcome } from './mail-transport.js';
import { connectTo, defaultTimeLimits, NextHopError, type TimeLimits } from './next-hop.js';
import { sendOver, type Transaction } from './smtp-transaction.js';

const MAX_HOSTS = 5;
/** Of one domain; each that is down costs its time to connect. */
const MAX_ADDRESSES = 10;

export type DirectOptions = {
  readonly name: string;
  readonly dnsServers: readonly string[];
  /** 25, but for tests. */
  readonly port?: number;
  readonly limits?: TimeLimits;
  /** For one question to one server, which is asked twice. */
  readonly dnsTimeoutMs?: number;
};

type Recipients = TransportEnvelope['recipients'];

/** Each domain's own mail exchangers, with opportunistic TLS (RFC 5321 §5, RFC 7435). */
export class DirectTransport extends MailTransport {
  readonly #resolver: Resolver;
  readonly #limits: TimeLimits;
  readonly #underWay: DeliveriesUnderWay;

  constructor(private readonly options: DirectOptions) {
    super();
    this.#limits = options.limits ?? defaultTimeLimits;
    this.#underWay = new DeliveriesUnderWay(this.#limits.deliveryMs);
    this.#resolver = new Resolver({ timeout: options.dnsTimeoutMs ?? 5_000, tries: 2 });
    if (options.dnsServers.length > 0) this.#resolver.setServers([...options.dnsServers]);
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
    this.#resolver.cancel();
  }

  async #deliverTo(domain: string, transaction: Transaction): Promise<TransportOutcome[]> {
    const all = (status: 'retry' | 'failed', smtpReply: string, ownReply: boolean) =>
      transaction.envelope.recipients.map(({ position }) => ({ position, status, smtpReply, ownReply }));
    let last = 'No mail exchanger answered.';
    try {
      for (const host of await this.#hosts(domain)) {
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

  /** Addresses to try, by preference; the domain's own where it names no exchanger (RFC 5321 §5.1). */
  async #hosts(domain: string): Promise<string[]> {
    const [literal] = /(?<=^\[(?:ipv6:)?)[^\]]+/i.exec(domain) ?? [];
    if (literal !== undefined) return [literal];
    const exchangers = await this.#exchangers(domain);
    if (exchangers.length === 0) return this.#ownAddresses(domain);
    const addresses: string[] = [];
    for (const name of exchangers.slice(0, MAX_HOSTS)) {
      addresses.push(...(await this.#resolver.resolve4(name).catch(() => [])));
      addresses.push(...(await this.#resolver.resolve6(name).catch(() => [])));
    }
    return addresses.slice(0, MAX_ADDRESSES);
  }

  async #ownAddresses(domain: string): Promise<string[]> {
    const found = await Promise.allSettled([this.#resolver.resolve4(domain), this.#resolver.resolve6(domain)]);
    const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses.slice(0, MAX_ADDRESSES);
    const broken = found.some((answer) => answer.status === 'rejected' && answer.reason.code !== 'ENODATA');
    if (broken) throw new NextHopError('temporary', `The addresses of ${domain} could not be looked up.`);
    throw new NextHopError('permanent', '550 5.4.4 The domain has neither a mail exchanger nor an address');
  }

  async #exchangers(domain: string): Promise<string[]> {
    try {
      const records = await this.#resolver.resolveMx(domain);
      // RFC 7505: a domain that says it takes no mail.
      if (records.some(({ exchange }) => exchange === '' || exchange === '.')) {
        throw new NextHopError('permanent', '556 5.1.10 The domain accepts no mail (null MX)');
      }
      return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    } catch (error) {
      if (error instanceof NextHopError) throw error;
      const { code } = error as { code?: string };
      if (code === 'ENODATA') return [];
      if (code === 'ENOTFOUND') throw new NextHopError('permanent', '550 5.1.2 There is no such domain');
      throw new NextHopError('temporary', `The mail exchangers of ${domain} could not be looked up: ${code}`);
    }
  }
}
