import { lookOf } from '@mailroom/message';

/**
 * Local parts that speak for the whole domain: whoever holds one answers for the domain, and may be issued certificates
 * for it. They come from RFC 2142 §3 to §5, and from the addresses that certificate authorities write to (Baseline
 * Requirements §3.2.2.4.4) or once wrote to.
 */
const ROLE_NAMES = [
  ...['info', 'marketing', 'sales', 'support', 'abuse', 'noc', 'security'],
  ...['postmaster', 'hostmaster', 'usenet', 'news', 'webmaster', 'www', 'uucp', 'ftp'],
  ...['admin', 'administrator', 'root', 'sysadmin', 'ssladmin', 'ssladministrator', 'sslwebmaster', 'is', 'it', 'mis'],
  // These two are ours: one sends reports; reports come to the other with a tag, even after their message is gone.
  ...['mailer-daemon', 'bounce'],
];
/** Local parts from which people believe what a service says of itself, of money or of their account. */
const OFFICIAL_NAMES = [
  ...['noreply', 'donotreply', 'bounces', 'notification', 'notifications', 'notify', 'alert', 'alerts', 'newsletter'],
  ...['billing', 'invoice', 'invoices', 'payment', 'payments', 'pay', 'refund', 'refunds', 'accounting', 'finance'],
  ...['account', 'accounts', 'verify', 'verification', 'password', 'login', 'signin', 'signup', 'auth', 'sso'],
  ...['help', 'helpdesk', 'service', 'staff', 'office', 'contact', 'hr', 'press'],
  ...['legal', 'privacy', 'dmca', 'copyright', 'compliance', 'gdpr', 'dpo', 'trust', 'safety', 'fraud', 'phishing'],
  ...['operator', 'operations', 'ops', 'system', 'daemon', 'nobody', 'owner', 'official', 'moderator', 'mod', 'cert'],
  ...[
    'dmarc',
    'dkim',
    'spf',
    'tlsrpt',
    'spam',
    'mail',
    'email',
    'smtp',
    'imap',
    'pop',
    'dns',
    'api',
    'mcp',
    'mailroom',
  ],
];
/** Digits that are read as the letter that they resemble; a look has "l" for the digit one already. */
const LETTERS: Readonly<Record<string, string>> = { i: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** A look in which one name can't pretend to be another by its digits, dots or hyphens: `n0.rep1y` is `noreply`. */
function bareLookOf(localPart: string): string {
  return lookOf(localPart)
    .replace(/[._-]/g, '')
    .replace(/[i3457]/g, (character) => LETTERS[character] ?? character);
}

const looks = new Set([...ROLE_NAMES, ...OFFICIAL_NAMES].map(bareLookOf));
const listRequest = lookOf('-request');

/**
 * Whether only the owner of its domain may have this name, or one that it looks like, which is one that speaks for the
 * domain or that people take for the service's own. RFC 2142 §6 adds the
 * administrators of lists: `list-request`.
 */
export function isRoleName(localPart: string): boolean {
  return looks.has(bareLookOf(localPart)) || lookOf(localPart).endsWith(listRequest);
}
