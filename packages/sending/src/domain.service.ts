import { Injectable } from '@nestjs/common';
import { requireManager, type Principal } from '@mailroom/identity';
import { MailboxRepository } from '@mailroom/mail';
import { dkimRecord, type DkimKey } from './dkim/dkim-key.js';
import { DkimKeyService } from './dkim/dkim-key.service.js';

export type DnsRecord = {
  readonly type: 'MX' | 'TXT';
  readonly name: string;
  readonly value: string;
  /** The purpose of the record, in words. */
  readonly purpose: string;
};

export type SendingDomain = {
  readonly domain: string;
  readonly keys: readonly DkimKey[];
  /** The records that whoever runs the domain's DNS must publish. */
  readonly records: readonly DnsRecord[];
};

/** The domains of a tenant, and what their DNS must say for mail to arrive and to be believed. */
@Injectable()
export class DomainService {
  constructor(
    private readonly mailboxes: MailboxRepository,
    private readonly keys: DkimKeyService,
  ) {}

  /** @param hostname our own name, which receives the mail */
  async list(principal: Principal, hostname: string): Promise<SendingDomain[]> {
    requireManager(principal);
    const domains = await this.mailboxes.domainsOf(principal.tenantId);
    const keys = await this.keys.list(domains);
    return domains.map((domain) => {
      const own = keys.filter((key) => key.domain === domain);
      return { domain, keys: own, records: recordsOf(domain, own, hostname) };
    });
  }
}

function recordsOf(domain: string, keys: readonly DkimKey[], hostname: string): DnsRecord[] {
  const published = keys.filter(({ status }) => status !== 'retired');
  return [
    { type: 'MX', name: domain, value: `10 ${hostname}`, purpose: 'brings mail for this domain here' },
    {
      type: 'TXT',
      name: domain,
      value: 'v=spf1 mx ~all',
      purpose: 'SPF: who may send for it; where a relay sends, add the include that it names',
    },
    ...published.map((key) => ({
      type: 'TXT' as const,
      name: `${key.selector}._domainkey.${domain}`,
      value: dkimRecord(key),
      purpose: key.status === 'next' ? 'DKIM: the key that signs after the next rotation' : 'DKIM: the key that signs',
    })),
    {
      type: 'TXT',
      name: `_dmarc.${domain}`,
      value: 'v=DMARC1; p=quarantine; adkim=s; aspf=s',
      purpose: 'DMARC: what others do with mail in its name that is neither',
    },
  ];
}
