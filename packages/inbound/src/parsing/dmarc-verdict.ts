import { domainToASCII } from 'node:url';
import type { DNSResolver } from 'mailauth';
import { dmarc } from './mailauth.js';

/** The identities that were proven, any of which may have sent the mail. */
export type ProvenDomains = { readonly spf: readonly string[]; readonly dkim: readonly string[] };

const MAX_FROM_DOMAINS = 5;
const MAX_DOMAIN_CHARACTERS = 255;

/** The results, from the strictest to the mildest. */
const ORDER = ['fail', 'temperror', 'permerror', 'none', 'pass'];

/** If the From field has several domains, each is checked, and the strictest result counts (RFC 7489 §6.6.1). */
export async function dmarcVerdict(
  fromDomains: readonly string[],
  proven: ProvenDomains,
  resolver: DNSResolver,
): Promise<string> {
  const domains = [...new Set(fromDomains.map(normalized))];
  if (domains.length === 0) return 'none';
  if (domains.length > MAX_FROM_DOMAINS || domains.includes('')) return 'permerror';
  const results = await Promise.all(domains.map((domain) => verdictOf(domain, proven, resolver)));
  return ORDER.find((result) => results.includes(result)) ?? 'permerror';
}

/** The ASCII form in lower case, or "" if the text can't be a domain. */
export function normalized(domain: string): string {
  return domain.length > MAX_DOMAIN_CHARACTERS ? '' : domainToASCII(domain.trim()).replace(/\.$/, '');
}

/**
 * mailauth finds the policy and judges relaxed alignment. It also treats strict alignment (RFC 7489 §3.1) as relaxed,
 * but strict alignment requires exactly the domain of the From field.
 */
async function verdictOf(domain: string, proven: ProvenDomains, resolver: DNSResolver): Promise<string> {
  const found = await dmarc({
    headerFrom: `postmaster@${domain}`,
    spfDomains: [...proven.spf],
    dkimDomains: proven.dkim.map((signer) => ({ domain: signer })),
    resolver,
  });
  const result = found ? found.status?.result : undefined;
  if (!found || result !== 'pass') return result ?? 'permerror';
  const tags = policyTags(found.rr ?? '');
  const isExact = (name: string) => normalized(name) === domain;
  const dkim = tags.get('adkim') === 's' ? proven.dkim.some(isExact) : Boolean(found.alignment?.dkim?.result);
  const spf = tags.get('aspf') === 's' ? proven.spf.some(isExact) : Boolean(found.alignment?.spf?.result);
  return dkim || spf ? 'pass' : 'fail';
}

function policyTags(record: string): Map<string, string> {
  const tags = record.split(';').map((tag) => {
    const [name = '', value = ''] = tag.split('=', 2);
    return [name.trim().toLowerCase(), value.trim().toLowerCase()] as const;
  });
  return new Map(tags);
}
