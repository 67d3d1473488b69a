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
const looks = new Set(ROLE_NAMES.map(lookOf));
const listRequest = lookOf('-request');

/**
 * Whether only the owner of its domain may have this name, or one that it looks like. RFC 2142 §6 adds the
 * administrators of lists: `list-request`.
 */
export function isRoleName(localPart: string): boolean {
  const look = lookOf(localPart);
  return looks.has(look) || look.endsWith(listRequest);
}
