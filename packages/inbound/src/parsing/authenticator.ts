import { Resolver } from 'node:dns/promises';
import { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import type { ARCData } from 'mailauth';
import type { ParsedMessage } from '@mailroom/message';
import { dkimVerdict, type DkimSignature } from './dkim-verdict.js';
import { normalized } from './dmarc-verdict.js';
import { DnsAnswers, dnsLookup, type DnsLookup } from './dns-lookup.js';
import type { AuthenticationResult, ParseJob, WorkerSettings } from './parse-job.js';
import { arc, dkimVerify } from './mailauth.js';
import { SenderVerdicts, type Sending } from './sender-verdicts.js';
import { signatureFields } from './signature-fields.js';

const BUDGET_MS = 2_000;
/** The deadline can take effect between two pieces of a body. */
const PIECE_BYTES = 256 * 1024;

const NONE: AuthenticationResult = { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none' };
const UNKNOWN: AuthenticationResult = { spf: 'temperror', dkim: 'temperror', dmarc: 'temperror', arc: 'temperror' };

type Signatures = { dkim: string; arc: string; domains: readonly string[]; fromDomains: readonly string[] };

/**
 * Checks SPF, DKIM, DMARC and ARC of a message. People weigh the results; they are never a reason to refuse the
 * message.
 */
export class Authenticator {
  readonly #answers: DnsAnswers;
  readonly #verdicts = new SenderVerdicts();

  constructor(private readonly settings: WorkerSettings) {
    const resolver = new Resolver({ timeout: 1_000, tries: 2 });
    if (settings.dnsServers.length > 0) resolver.setServers(settings.dnsServers);
    this.#answers = new DnsAnswers(resolver);
  }

  /** Takes 2 s at most; a result that is not known by then is `temperror`. Never rejects. */
  async authenticate(
    raw: Buffer,
    envelope: ParseJob['envelope'],
    message: ParsedMessage,
  ): Promise<AuthenticationResult> {
    const clientAddress = publicAddress(envelope.clientAddress);
    if (clientAddress === null) return NONE;
    const late = new Late();
    const check = new AuthenticationCheck(raw, dnsLookup(this.#answers, late), this.#verdicts, late);
    const { helo, sender } = envelope;
    const sending = { clientAddress, helo, sender, hostname: this.settings.hostname };
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, BUDGET_MS);
    });
    await Promise.race([check.run(sending, message), deadline]).catch(() => undefined);
    clearTimeout(timer);
    late.begin();
    return check.result;
  }
}

/** The time after which nothing counts any more. An AbortController, which makes an error with its stack, costs more. */
class Late {
  #streams: Readable[] = [];
  hasBegun = false;

  begin(): void {
    this.hasBegun = true;
    for (const stream of this.#streams) stream.destroy();
  }

  ends(stream: Readable): void {
    this.#streams.push(stream);
  }
}

/** The address in its plain form, or null for internal clients, whose addresses prove nothing about their mail. */
function publicAddress(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' ? parsed.toString() : null;
}

/** The checks of one message; `result` holds the results known so far. */
class AuthenticationCheck {
  result: AuthenticationResult = UNKNOWN;

  constructor(
    private readonly raw: Buffer,
    private readonly dns: DnsLookup,
    private readonly verdicts: SenderVerdicts,
    private readonly late: Late,
  ) {}

  async run(sending: Sending, message: ParsedMessage): Promise<void> {
    const fromDomain = domainOf(message.from?.email ?? '');
    if (fromDomain !== '') this.#add({ fromDomain });
    const [spfDomains, signatures] = await Promise.all([this.#checkSpf(sending), this.#checkSignatures()]);
    // Both readings of the From field count: another parser's reading must not prove a name that ours does not show.
    const fromDomains = [...(message.from === null ? [] : [fromDomain]), ...signatures.fromDomains];
    const proven = { spf: spfDomains, dkim: signatures.domains };
    this.#learn({ dmarc: await this.verdicts.dmarc(fromDomains, proven, this.dns) });
  }

  /** Returns the domains that the envelope's sender proved. */
  async #checkSpf(sending: Sending): Promise<string[]> {
    const { result, domain } = await this.verdicts.spf(sending, this.dns);
    this.#learn({ spf: result });
    return result === 'pass' && domain !== '' ? [domain] : [];
  }

  async #checkSignatures(): Promise<Signatures> {
    const fields = signatureFields(this.raw);
    if (fields !== 'verifiable') {
      const result = fields === 'none' ? 'none' : 'permerror';
      this.#learn({ dkim: result, arc: result, dkimDomains: [] });
      return { dkim: result, arc: result, domains: [], fromDomains: [] };
    }
    const verified = await dkimVerify(this.#body(), { resolver: this.dns.resolve, sender: '' });
    const fieldNames = verified.headers?.parsed.map(({ key }) => key) ?? [];
    // mailauth's types differ from the values that it returns.
    const { result: dkim, domains } = dkimVerdict(verified.results as unknown as readonly DkimSignature[], fieldNames);
    this.#learn({ dkim, dkimDomains: domains });
    const chain = await arc((verified.arc ?? { chain: false }) as unknown as ARCData, { resolver: this.dns.resolve });
    const arcResult = chain.status?.result ?? 'none';
    // mailauth reports a failure when DNS did not answer.
    const arcVerdict = arcResult === 'fail' && this.dns.hasFailed() ? 'temperror' : arcResult;
    this.#learn({ arc: arcVerdict });
    return { dkim, arc: arcVerdict, domains, fromDomains: verified.headerFrom.map(domainOf) };
  }

  /** The stream stops when the time is over, so that nothing is hashed in vain. */
  #body(): Readable {
    const { raw, late } = this;
    function* pieces(): Generator<Buffer> {
      for (let at = 0; at < raw.length; at += PIECE_BYTES) yield raw.subarray(at, at + PIECE_BYTES);
    }
    const body = Readable.from(pieces(), { objectMode: false });
    late.ends(body);
    return body;
  }

  #learn(known: Partial<AuthenticationResult>): void {
    if (!this.late.hasBegun) this.#add(known);
  }

  #add(known: Partial<AuthenticationResult>): void {
    this.result = Object.assign({}, this.result, known);
  }
}

function domainOf(address: string): string {
  return normalized(address.slice(address.lastIndexOf('@') + 1));
}
