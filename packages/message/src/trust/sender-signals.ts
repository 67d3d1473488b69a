import { domainToUnicode } from 'node:url';
import { domainOf, organisationOf } from '../address/organisation.js';
import type { ParsedMessage } from '../mime/parsed-message.js';
import { belongsToBrand, brandNames, brandOfName } from './brands.js';
import { lookOf, mixesScripts } from './confusables.js';
import { shownDomain, trustSignal, type TrustSignal } from './trust-signal.js';

type Sender = Pick<ParsedMessage, 'from' | 'to' | 'cc' | 'replyTo'>;

const SERVICE_LABEL =
  /^(?:secure|security|login|signin|account|accounts|verify|verification|support|update|billing|service|alert|id|help)\d{0,3}$/;
const NAMED_ADDRESS = /[^\s<>@"'(),;:]{1,64}@([a-z0-9.-]{1,200}\.[a-z]{2,24})/i;
const NAMED_DOMAIN =
  /(?:^|\s)(?:www\.)?([a-z0-9-]{1,60}\.(?:com|org|net|gov|edu|bank|de|fr|co\.uk|es|it|nl|pl|ru|cn|jp|br))(?:$|\s)/i;
const MAX_NAME = 300;
/** The limit of RFC 1035 §2.3.4; decoding a longer name takes quadratic time. */
const MAX_DOMAIN = 255;
/** What is the same in Unicode; there is nothing to decode. */
const PLAIN_DOMAIN = /^(?!.*xn--)[a-z0-9.-]+\.[a-z]+$/;

/** What the sender's name and address pretend to be, and where replies would go. */
export function senderSignals({ from, to, cc, replyTo }: Sender): TrustSignal[] {
  if (from === null) return [];
  const domain = domainOf(from.email);
  const receivers = [...to, ...cc].map(({ email }) => domainOf(email));
  return [
    ...domainSignals(domain, receivers),
    ...nameSignals(from.name.slice(0, MAX_NAME), domain),
    ...replyToSignals(
      domain,
      replyTo.map(({ email }) => domainOf(email)),
      receivers,
    ),
  ];
}

/** `receivers` are names that this reader trusts, as a deceiver knows. */
function domainSignals(domain: string, receivers: readonly string[]): TrustSignal[] {
  if (domain.length > MAX_DOMAIN) return [];
  const unicode = PLAIN_DOMAIN.test(domain) ? domain : domainToUnicode(domain) || domain;
  const lookalike = (detail: string) => [
    trustSignal('lookalike_sender', `The sender's domain ${shownDomain(domain)} ${detail}.`),
  ];
  if (unicode.split('.').some(mixesScripts)) return lookalike('mixes letters of scripts that look alike');
  const organisation = organisationOf(unicode);
  const [label = ''] = organisation.split('.');
  const look = lookOf(label);
  if (look !== label && brandNames.has(look)) return lookalike(`looks like the name ${look}`);
  const imitated = receivers
    .slice(0, 20)
    .find((name) => organisationOf(name) !== organisation && lookOf(organisationOf(name)) === lookOf(organisation));
  if (imitated !== undefined) return lookalike(`looks like ${shownDomain(imitated)}`);
  const brand = borrowedBrand(unicode, organisation, label);
  return brand === null ? [] : lookalike(`borrows the name ${brand}`);
}

/** Finds brands in names such as `paypal-security.test` or `paypal.com.evil.test`. */
function borrowedBrand(domain: string, organisation: string, label: string): string | null {
  const words = label.split('-');
  const borrowed = words.find((word) => brandNames.has(lookOf(word)));
  if (words.length > 1 && borrowed !== undefined && words.some((word) => SERVICE_LABEL.test(word)))
    return lookOf(borrowed);
  const labels = domain.slice(0, -organisation.length).split('.');
  const at = labels.findIndex((one, i) => brandNames.has(one) && /^(?:com|net|org|co)$/.test(labels[i + 1] ?? ''));
  const brand = labels[at];
  return brand !== undefined && !belongsToBrand(organisation, brand) ? brand : null;
}

function nameSignals(name: string, domain: string): TrustSignal[] {
  const organisation = organisationOf(domain);
  if (mixesScripts(name)) {
    return [trustSignal('lookalike_sender', "The sender's name mixes letters of scripts that look alike.")];
  }
  // Mailing lists write in the names of their members, and say so.
  if (/\bvia\b/i.test(name)) return [];
  const other = namedDomain(name)?.toLowerCase();
  if (other !== undefined && organisationOf(other) !== organisation) {
    const detail = `The sender's name shows ${shownDomain(other)}, but the address is of ${shownDomain(domain)}.`;
    return [trustSignal('sender_name_mismatch', detail)];
  }
  const look = lookOf(name);
  const brand = brandOfName(name) ?? (look === name.toLowerCase() ? null : brandOfName(look));
  if (brand === null || belongsToBrand(organisation, brand)) return [];
  const detail = `The sender's name says ${brand}, but the address is of ${shownDomain(domain)}.`;
  return [trustSignal('sender_name_mismatch', detail)];
}

/** The domain of an address in a name, or else one that stands there by itself; most names hold nothing like it. */
function namedDomain(name: string): string | undefined {
  const address = name.includes('@') ? NAMED_ADDRESS.exec(name) : null;
  return (address ?? (name.includes('.') ? NAMED_DOMAIN.exec(name) : null))?.[1];
}

/** Replies to a mailing list go to the list, which is among the receivers. */
function replyToSignals(domain: string, replyTo: readonly string[], receivers: readonly string[]): TrustSignal[] {
  const known = new Set([domain, ...receivers].map(organisationOf));
  const other = replyTo.slice(0, 20).find((name) => name !== '' && !known.has(organisationOf(name)));
  if (other === undefined) return [];
  return [
    trustSignal(
      'reply_to_mismatch',
      `Answers go to ${shownDomain(other)}, but the sender is of ${shownDomain(domain)}.`,
    ),
  ];
}
