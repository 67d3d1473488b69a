import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import type { ParsedMessage } from '@mailroom/mail';
import { authenticate, type DNSResolver } from 'mailauth';
import { alignedStrictly } from './strict-alignment.js';
import type { AuthenticationResult, ParseJob, WorkerSettings } from './parse-job.js';

const BUDGET_MS = 2_000;

const none: AuthenticationResult = { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none' };
const late: AuthenticationResult = { spf: 'temperror', dkim: 'temperror', dmarc: 'temperror', arc: 'temperror' };

/** Whether a client outside can have sent it: mail from loopback and private networks proves nothing. */
function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** SPF, DKIM, DMARC and ARC of a message, for people to weigh: never a reason to refuse it. */
export class Authenticator {
  readonly #resolver = new Resolver({ timeout: 1_000, tries: 2 });

  constructor(private readonly settings: WorkerSettings) {
    if (settings.dnsServers.length > 0) this.#resolver.setServers(settings.dnsServers);
  }

  /** Within 2 s, or else `temperror`. */
  async authenticate(
    raw: Buffer,
    envelope: ParseJob['envelope'],
    message: ParsedMessage,
  ): Promise<AuthenticationResult> {
    if (!isPublic(envelope.clientAddress)) return none;
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<AuthenticationResult>((resolve) => {
      timer = setTimeout(() => resolve(late), BUDGET_MS);
    });
    try {
      return await Promise.race([this.#check(raw, envelope, message), deadline]);
    } catch {
      return late;
    } finally {
      clearTimeout(timer);
    }
  }

  async #check(raw: Buffer, envelope: ParseJob['envelope'], message: ParsedMessage): Promise<AuthenticationResult> {
    const { clientAddress: ip, helo, sender } = envelope;
    // Its type knows of texts alone, but it asks for mail exchangers too.
    const resolver = ((name, type) => this.#resolver.resolve(name, type)) as DNSResolver;
    const result = await authenticate(raw, {
      ip,
      helo,
      sender: sender ?? '',
      mta: this.settings.hostname,
      resolver,
      disableBimi: true,
    });
    const signatures = result.dkim?.results ?? [];
    const dkim = signatures.some(({ status }) => status?.result === 'pass') ? 'pass' : signatures[0]?.status?.result;
    const dmarc = result.dmarc ? result.dmarc.status?.result : undefined;
    const strict = dmarc !== 'pass' || alignedStrictly(result, message.from?.email ?? '');
    return {
      spf: (result.spf && result.spf.status?.result) || 'none',
      dkim: dkim ?? 'none',
      dmarc: strict ? (dmarc ?? 'none') : 'fail',
      arc: (result.arc && result.arc.status?.result) || 'none',
    };
  }
}
