import { organisationOf } from '../address/organisation.js';
import type { Anchor } from '../html/read-html.js';
import { shownDomain, trustSignal, type TrustSignal } from './trust-signal.js';

/** A text that is only an address: with its scheme, with `www.`, or a bare name under a common top-level domain. */
const SHOWN_HOST =
  /^(?:https?:\/\/)(?:[^\s/@]{0,100}@)?([\p{L}\p{N}.-]{3,200})|^www\.([\p{L}\p{N}.-]{3,200})|^([\p{L}\p{N}-]{1,60}(?:\.[\p{L}\p{N}-]{1,60}){0,4}\.(?:com|org|net|edu|gov|info|bank|de|fr|es|it|nl|pl|ru|uk|eu|ch|at|be|br|cn|jp|kr|in))(?:$|[/?#:])/iu;
/** Services that count clicks or check links for others. */
const COUNTERS = new Set(
  (
    'sendgrid.net list-manage.com mandrillapp.com mailgun.org mailgun.net hubspotlinks.com hubspot.com hubspotemail.net awstrack.me ' +
    'exct.net outlook.com urldefense.com proofpoint.com rs6.net cmail19.com cmail20.com createsend.com createsend1.com ' +
    'klaviyomail.com klclick.com klclick1.com sendibm1.com sendinblue.com brevo.com mailjet.com mjt.lu sparkpostmail.com mailchi.mp ' +
    'constantcontact.com pstmrk.it customer.io iterable.com braze.com marketo.com mktomail.com eloqua.com mimecast.com ' +
    'barracudanetworks.com emltrk.com beehiiv.com substack.com intercom-mail.com intercom-links.com t.co lnkd.in'
  ).split(' '),
);
const MAX_SIGNALS = 5;

/**
 * Finds links whose text shows one name while they lead to another; the sender's own links, which count clicks, are
 * ignored.
 */
export function linkSignals(anchors: readonly Anchor[], fromDomain: string): TrustSignal[] {
  const signals = new Map<string, TrustSignal>();
  for (const { href, text } of anchors) {
    const shown = shownHost(text);
    const target = shown === null ? null : hostOf(href);
    if (shown === null || target === null || signals.size >= MAX_SIGNALS) continue;
    const organisation = organisationOf(target);
    const own = fromDomain !== '' && organisation === organisationOf(fromDomain);
    if (organisation === organisationOf(shown) || own || COUNTERS.has(organisation)) continue;
    const detail = `A link shows ${shownDomain(shown)} and leads to ${shownDomain(target)}.`;
    signals.set(detail, trustSignal('link_mismatch', detail));
  }
  return [...signals.values()];
}

function shownHost(text: string): string | null {
  const found = SHOWN_HOST.exec(text.trim().slice(0, 300));
  const host = found?.[1] ?? found?.[2] ?? found?.[3];
  return host === undefined ? null : hostOf(`https://${host}`);
}

function hostOf(url: string): string | null {
  const trimmed = url.trim();
  if (!/^https?:/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const host = new URL(trimmed).hostname.replace(/\.$/, '');
  return host.includes('.') ? host : null;
}
