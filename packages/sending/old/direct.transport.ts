import { Resolver } from 'node:dns/promises';
import { MailTransport, type TransportEnvelope, type TransportOutcome } from './mail-transport.js';
import { connectTo, NextHopError, sendOver } from './smtp-transaction.js';

const MAX_HOSTS = 5;

export type DirectOptions = {
  readonly name: string;
  readonly dnsServers: readonly string[];
  /** 25, but for tests. */
  readonly port?: number;
};

type Recipients = TransportEnvelope['recipients'];

/** Each domain's own mail exchangers, with opportunistic TLS (RFC 5321 §5, RFC 7435). */
export class DirectTransport extends MailTransport {
  readonly #resolver = new Resolver({ timeout: 5_000, tries: 2 });

  constructor(private readonly options: DirectOptions) {
    super();
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
    const outcomes = await Promise.all(
      [...domains].map(([domain, recipients]) =>
        this.#deliverTo(domain, { sender: envelope.sender, recipients }, content, beforeFinalDot),
      ),
    );
    return outcomes.flat();
  }

  override async close(): Promise<void> {
    this.#resolver.cancel();
  }

  async #deliverTo(
    domain: string,
    envelope: TransportEnvelope,
    content: Buffer,
    beforeFinalDot: (positions: readonly number[]) => Promise<void>,
  ): Promise<TransportOutcome[]> {
    const all = (status: 'retry' | 'failed', smtpReply: string) =>
      envelope.recipients.map(({ position }) => ({ position, status, smtpReply }));
    let last = 'No mail exchanger answered.';
    try {
      for (const host of await this.#hosts(domain)) {
        const connection = await this.#connect(host).catch((error: unknown) => {
          last = error instanceof Error ? error.message : String(error);
          return null;
        });
        if (!connection) continue;
        const outcomes = await sendOver(connection, envelope, content, beforeFinalDot);
        connection.quit();
        return outcomes;
      }
      return all('retry', last);
    } catch (error) {
      if (!(error instanceof NextHopError)) throw error;
      return all(error.kind === 'permanent' ? 'failed' : 'retry', error.message);
    }
  }

  async #connect(host: string) {
    const hop = { host, port: this.options.port ?? 25, secure: false, verifyTls: false, credentials: null };
    try {
      return await connectTo({ ...hop, name: this.options.name });
    } catch (error) {
      if (!(error instanceof NextHopError && error.kind === 'tls')) throw error;
      return connectTo({ ...hop, name: this.options.name, withoutTls: true });
    }
  }

  /** Addresses to try, by preference; the domain's own where it names no exchanger (RFC 5321 §5.1). */
  async #hosts(domain: string): Promise<string[]> {
    const [literal] = /(?<=^\[(?:ipv6:)?)[^\]]+/i.exec(domain) ?? [];
    if (literal !== undefined) return [literal];
    const exchangers = await this.#exchangers(domain);
    const names = exchangers.length > 0 ? exchangers : [domain];
    const addresses: string[] = [];
    for (const name of names.slice(0, MAX_HOSTS)) {
      addresses.push(...(await this.#resolver.resolve4(name).catch(() => [])));
      addresses.push(...(await this.#resolver.resolve6(name).catch(() => [])));
    }
    return addresses;
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
