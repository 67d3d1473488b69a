import type { MxRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isAllowedAddress, type AllowPrivate } from '@mailroom/egress';
import { NextHopError } from './next-hop.js';
import { isOwnAddress } from './own-address.js';

const MAX_HOSTS = 5;
/** The limit on addresses of one domain; each one that is down costs its time to connect. */
const MAX_ADDRESSES = 10;

export type MailExchangersOptions = {
  /** Our own name; a domain that leads back to it is a loop. */
  readonly name: string;
  readonly dnsServers: readonly string[];
  readonly allowPrivate: AllowPrivate;
  /** The time for one question to one server, which is asked twice. */
  readonly timeoutMs: number;
};

/** Finds where mail for a domain must be handed over, according to its DNS (RFC 5321 §5.1). */
export class MailExchangers {
  readonly #resolver: Resolver;

  constructor(private readonly options: MailExchangersOptions) {
    this.#resolver = new Resolver({ timeout: options.timeoutMs, tries: 2 });
    if (options.dnsServers.length > 0) this.#resolver.setServers([...options.dnsServers]);
  }

  /** Returns the addresses to try, by preference. @throws NextHopError */
  async addressesOf(domain: string): Promise<string[]> {
    const [, literal] = /^\[(?:ipv6:)?([^\]]+)\]$/i.exec(domain) ?? [];
    if (literal !== undefined) return this.#usable([literal]);
    const exchangers = await this.#exchangers(domain);
    return exchangers.length > 0 ? this.#addressesOfAll(exchangers) : this.#ownAddresses(domain);
  }

  /** Breaks off the look-ups under way. */
  cancel(): void {
    this.#resolver.cancel();
  }

  /** If we are one of the exchangers, those no better than us would only send the mail back (RFC 5321 §5.1). */
  async #addressesOfAll(exchangers: readonly MxRecord[]): Promise<string[]> {
    const isUs = ({ exchange }: MxRecord) =>
      exchange.toLowerCase().replace(/\.$/, '') === this.options.name.toLowerCase();
    let ownPriority = exchangers.find(isUs)?.priority ?? Infinity;
    const found: { priority: number; address: string }[] = [];
    for (const { exchange, priority } of exchangers.slice(0, MAX_HOSTS)) {
      if (priority >= ownPriority) break;
      const addresses = await this.#lookUp(exchange);
      if (addresses.some(isOwnAddress)) ownPriority = priority;
      else found.push(...addresses.map((address) => ({ priority, address })));
    }
    const better = found.filter(({ priority }) => priority < ownPriority).map(({ address }) => address);
    if (better.length === 0 && ownPriority < Infinity) throw loop();
    return this.#usable(better);
  }

  async #lookUp(host: string): Promise<string[]> {
    const none = () => [];
    const answers = [this.#resolver.resolve4(host).catch(none), this.#resolver.resolve6(host).catch(none)];
    return (await Promise.all(answers)).flat();
  }

  /** The domain's own address, used if it names no exchanger. */
  async #ownAddresses(domain: string): Promise<string[]> {
    const found = await Promise.allSettled([this.#resolver.resolve4(domain), this.#resolver.resolve6(domain)]);
    const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.some(isOwnAddress)) throw loop();
    if (addresses.length > 0) return this.#usable(addresses);
    const broken = found.some((answer) => answer.status === 'rejected' && answer.reason.code !== 'ENODATA');
    if (broken) throw new NextHopError('temporary', `The addresses of ${domain} could not be looked up.`);
    throw new NextHopError('permanent', '550 5.4.4 The domain has neither a mail exchanger nor an address');
  }

  /** Drops the addresses that a stranger's DNS must not lead us to: hosts behind our own firewall, and this host. */
  #usable(addresses: readonly string[]): string[] {
    const usable = addresses.filter((address) => isAllowedAddress(address, this.options.allowPrivate));
    if (usable.length > 0 || addresses.length === 0) return usable.slice(0, MAX_ADDRESSES);
    throw new NextHopError('permanent', '550 5.4.4 The domain has no address on the public Internet');
  }

  async #exchangers(domain: string): Promise<MxRecord[]> {
    try {
      const records = await this.#resolver.resolveMx(domain);
      // The domain says that it takes no mail (RFC 7505).
      if (records.some(({ exchange }) => exchange === '' || exchange === '.')) {
        throw new NextHopError('permanent', '556 5.1.10 The domain accepts no mail (null MX)');
      }
      // Those of equal preference share the load, whatever order the DNS gives (RFC 5321 §5.1).
      const drawn = records.map((record) => ({ record, lot: Math.random() }));
      drawn.sort((a, b) => a.record.priority - b.record.priority || a.lot - b.lot);
      return drawn.map(({ record }) => record);
    } catch (error) {
      if (error instanceof NextHopError) throw error;
      const { code } = error as { code?: string };
      if (code === 'ENODATA') return [];
      if (code === 'ENOTFOUND') throw new NextHopError('permanent', '550 5.1.2 There is no such domain');
      throw new NextHopError('temporary', `The mail exchangers of ${domain} could not be looked up: ${code}`);
    }
  }
}

function loop(): NextHopError {
  return new NextHopError('permanent', '554 5.4.6 Mail for this domain leads back here, and it is none of ours');
}
