import type { DNSResolver } from 'mailauth';
import { TrustedValues } from '@mailroom/concurrency';
import { dmarcVerdict, type ProvenDomains } from './dmarc-verdict.js';
import type { DnsLookup } from './dns-lookup.js';
import type { ParseJob } from './parse-job.js';
import { spf } from './mailauth.js';

/** Answers of DNS are kept for a minute (`dns-lookup.ts`), and what they led to for this much longer. */
const KEPT = { trustedMs: 10_000, maxEntries: 1_024 };
const MAX_KEY_CHARACTERS = 1_000;

/** Who sends, and the name of the host that receives it. */
export type Sending = ParseJob['envelope'] & { readonly hostname: string };

/** The result, and the domain that was asked about. */
export type SpfVerdict = { readonly result: string; readonly domain: string };

/** Remembers for a few seconds what SPF and DMARC said: in a flood, many messages come from one sender. */
export class SenderVerdicts {
  readonly #spf = new TrustedValues<string, SpfVerdict>(KEPT);
  readonly #dmarc = new TrustedValues<string, string>(KEPT);

  /** Judges the client by the domain of the envelope's sender, or by the name that it gave where there is none. */
  spf(sending: Sending, dns: DnsLookup): Promise<SpfVerdict> {
    const { clientAddress, helo } = sending;
    const sender = sending.sender || `postmaster@${helo}`;
    const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
    return kept(this.#spf, `${clientAddress} ${domain}`, async () => {
      const macros = new MacroWatch(dns.resolve);
      const { hostname: mta } = sending;
      const found = await spf({ ip: clientAddress, helo, sender, mta, resolver: macros.resolve });
      const verdict = { result: found.status?.result ?? 'none', domain: found.domain ?? '' };
      // A macro makes it depend on more of the sender than its domain.
      return { verdict, lasts: !macros.hasMet && isSettled(verdict.result, dns) };
    });
  }

  dmarc(fromDomains: readonly string[], proven: ProvenDomains, dns: DnsLookup): Promise<string> {
    return kept(this.#dmarc, JSON.stringify([fromDomains, proven.spf, proven.dkim]), async () => {
      const verdict = await dmarcVerdict(fromDomains, proven, dns.resolve);
      return { verdict, lasts: isSettled(verdict, dns) };
    });
  }
}

async function kept<Verdict>(
  verdicts: TrustedValues<string, Verdict>,
  key: string,
  judge: () => Promise<{ readonly verdict: Verdict; readonly lasts: boolean }>,
): Promise<Verdict> {
  const trusted = verdicts.get(key);
  if (trusted !== undefined) return trusted;
  const begunAt = performance.now();
  // Nobody waits for another's judging: each message has its own time for it.
  const { verdict, lasts } = await judge();
  if (lasts && key.length <= MAX_KEY_CHARACTERS) verdicts.remember(key, verdict, begunAt);
  return verdict;
}

/** Whether DNS has said all that there is to know. */
const isSettled = (result: string, dns: DnsLookup) => result !== 'temperror' && !dns.hasFailed();

/** Notices whether a record that was read has a macro (RFC 7208 §7). */
class MacroWatch {
  hasMet = false;

  constructor(private readonly asked: DNSResolver) {}

  readonly resolve: DNSResolver = async (name, type) => {
    const records = await this.asked(name, type);
    this.hasMet ||= records.flat().some((record) => String(record).includes('%'));
    return records;
  };
}
